import type { Sql } from 'postgres';

export interface Code {
  id: string;
  code: string;
  uses: number;
  placed: { orders: number; discount: number; total: number };
  delivered: { orders: number; discount: number };
}

let codes = 0;

/** Adds a code of its own to the test: ten percent off unless it says otherwise. */
export async function addCode(sql: Sql, terms: Record<string, unknown> = {}): Promise<Code> {
  codes += 1;
  const fields = {
    code: `TEST${codes}`,
    name: '',
    kind: 'percent',
    target: 'lines',
    value: 10,
    starts_at: null,
    ends_at: null,
    minimum: 0,
  };
  const rules = {
    product_ids: [],
    categories: [],
    max_uses: null,
    once_per_phone: true,
    new_customers_only: false,
    is_paused: false,
  };
  const [row] = await sql<{ code: Code }[]>`
    select public.save_discount_code(null, ${sql.json({ ...fields, ...rules, ...terms } as never)}, null) as code`;
  return row?.code as Code;
}

export async function codeNow(sql: Sql, { id }: Code): Promise<Code> {
  const [row] = await sql<{ codes: Code[] }[]>`select public.list_discount_codes() as codes`;
  return row?.codes.find((code) => code.id === id) as Code;
}

let phones = 0;

export function newPhone(): string {
  phones += 1;
  return `+92300${String(2_000_000 + phones)}`;
}

/** What the shop's own reports say of the money: the functions behind Accounts, Money, Settlements, Sales, Customers and Suppliers. */
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { add, type Figures } from './figures.ts';
import type { Period } from './recompute.ts';

/** Rupees by name. */
type Sums = Record<string, number>;

/** What an account of the chart is a part of, in the ledger; the others are accounts of the ledger themselves. */
const PART_OF: Record<string, string> = {
  wallet: 'bank',
  ...Object.fromEntries(['income_tax_withheld', 'sales_tax_withheld', 'tax_paid_back'].map((part) => [part, 'tax_withheld'])),
  ...Object.fromEntries(
    ['gst_on_charges', 'delivery_charges', 'return_charges', 'other_charges', 'charges_paid_back'].map((part) => [
      part,
      'charges',
    ]),
  ),
  ...Object.fromEntries(['claims_paid', 'never_paid', 'credit_given'].map((part) => [part, 'written_off'])),
  store_credit: 'credit',
  ...Object.fromEntries(['advertising', 'packing', 'wages', 'other_expenses'].map((part) => [part, 'expenses'])),
  ...Object.fromEntries(
    [
      'customers_due',
      'advances',
      'refunds_owed',
      'sales',
      'delivery',
      'gift_wrap',
      'discounts',
      'returned',
      'rounding',
      'sales_tax',
      'sales_tax_returned',
    ].map((part) => [part, 'customer']),
  ),
};

interface Month {
  balance: (Sums & { account: string })[];
  withheld: { courier: string; income_tax: number; sales_tax: number }[];
}

const paisas = (rupees = 0) => Math.round(Number(rupees) * 100);

/** Reads them. Takes the months that are compared. */
export async function readReports(sql: DatabaseAdmin['sql'], months: Period[]): Promise<Figures> {
  const figures: Figures = new Map();
  const put = (name: string, rupees?: number) => add(figures, name, paisas(rupees));
  const ask = async <Answer>(call: string) => (await sql(`select ${call} as answer`))[0]?.answer as Answer;

  for (const { month } of months) {
    const first = `'${month}-01'::date`;
    const { balance, withheld } = await ask<Month>(`public.find_month(${first})`);
    for (const { account, opening = 0, debit = 0, credit = 0, closing = 0 } of balance) {
      const name = `books ${month}, ${PART_OF[account] ?? account}`;
      put(`${name}, opening`, opening);
      put(`${name}, moved`, debit - credit);
      put(`${name}, closing`, closing);
      if (month === months.at(-1)?.month) put(`account ${account}`, closing);
    }
    for (const { courier, income_tax, sales_tax } of withheld) {
      put(`withheld ${month}, ${courier}, income tax`, income_tax);
      put(`withheld ${month}, ${courier}, sales tax`, sales_tax);
    }
    const last = `(${first} + interval '1 month - 1 day')::date`;
    const { sums } = await ask<{ sums: Sums }>(`public.sales_report(${first}, ${last}, 'month')`);
    for (const sum of ['ordered', 'delivered', 'went_back', 'net']) put(`sales ${month}, ${sum.replace('_', ' ')}`, sums[sum]);
  }

  type Holding = { courier: string | null; held: number; overpaid: number };
  for (const { courier, held, overpaid } of await ask<Holding[]>('public.courier_holdings()')) {
    put(`with couriers, ${courier ?? 'nobody'}, together`, held);
    put(`with couriers, ${courier ?? 'nobody'}, paid too much`, overpaid);
  }
  type Held = { courier: string | null; order_number: string | null; number: string; amount: number };
  const { items: parcels } = await ask<{ items: Held[] }>('public.list_held_parcels(null, 0, 1000000)');
  for (const { courier, order_number, number, amount } of parcels)
    put(`with couriers, ${courier ?? 'nobody'}, ${order_number ?? ''} ${number}`, amount);

  type File = { courier: string; reference: string; state: string; sums: Sums };
  const { items: files } = await ask<{ items: File[] }>('public.list_settlements(null, null, null, 0, 1000000)');
  for (const { courier, reference, state, sums } of files) {
    const name = `file ${reference} of ${courier}, ${state}`;
    put(`${name}, cash`, sums.cod);
    for (const kept of ['charges', 'gst', 'other']) put(`${name}, kept`, sums[kept]);
    for (const tax of ['income_tax', 'sales_tax']) put(`${name}, withheld`, sums[tax]);
    put(`${name}, net`, sums.net);
    if (state === 'booked') put(`${name}, into the bank`, sums.net);
  }

  for (const { courier, amount } of await ask<{ courier: string; amount: number }[]>('public.open_claims()'))
    put(`claims, ${courier}`, amount);
  type Refund = { order_number: string; return_number: string | null; amount: number };
  for (const { order_number, return_number, amount } of await ask<Refund[]>('public.refunds_owed()'))
    put(`refunds owed, ${return_number ?? order_number}`, amount);
  const orders = await sql(`
    select order_number, total_amount, advance_verified + credit_used + collected - refunded as received, due_on_delivery from public.orders`);
  for (const { order_number, total_amount, received, due_on_delivery } of orders) {
    put(`order ${order_number}, total`, Number(total_amount));
    put(`order ${order_number}, received`, Number(received));
    put(`order ${order_number}, due`, Number(due_on_delivery));
  }
  for (const { id, credit } of await sql('select id, credit from public.customers where merged_into is null'))
    put(`store credit, ${id}`, Number(credit));
  type Owed = { id: string; owed: number };
  const { items: suppliers } = await ask<{ items: Owed[] }>("public.list_suppliers(null, null, 'name', true, 0, 1000000)");
  for (const { id, owed } of suppliers) put(`owed to supplier ${id}`, owed);
  return figures;
}

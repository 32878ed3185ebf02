import type { Sql } from 'postgres';
import type { DisputeKind, DisputeState } from '#domain/settlements/disputes.ts';

export interface DisputeRow {
  id: string;
  kind: DisputeKind;
  state: DisputeState;
  amount: number;
  expected: number | null;
  said: number | null;
  settled_by: string | null;
  asked_by: string | null;
  reason: string;
}

/** What is wrong with a parcel, and what became of it. */
export async function disputesOf(sql: Sql, shipment: string): Promise<DisputeRow[]> {
  const rows = await sql<{ item: DisputeRow }[]>`
    select shop.dispute_json(i) as item from shop.dispute_items i where i.shipment_id = ${shipment} order by i.id`;
  return rows.map(({ item }) => item);
}

export const ask = (sql: Sql, ids: string[], actor: string | null = null) => sql`select public.ask_courier(${ids}, ${actor})`;

export const settle = (sql: Sql, id: string, ending: object, actor: string | null = null) =>
  sql`select public.settle_dispute(${id}, ${sql.json(ending as never)}, ${actor})`;

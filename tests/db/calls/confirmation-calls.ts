import type { Sql } from 'postgres';
import type { ConfirmationOutcome } from '#domain/confirmations/contract.ts';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import type { PlacedOrder } from './order-calls.ts';

/** A confirmation as the database tells it. */
export type ConfirmationRow = Pick<Confirmation, 'state' | 'tries' | 'score' | 'reasons' | 'gate'> & {
  due_at: string | null;
  claimed_by: { id: string; name: string } | null;
  call_because: string | null;
};

export interface AskedOrder extends PlacedOrder {
  confirmation: ConfirmationRow;
}

/** Puts somebody on the staff. Takes the owner's connection. Returns their id. */
export async function addColleague(owner: Sql, username: string): Promise<string> {
  const [account] = await owner<
    { id: string }[]
  >`insert into auth.users (email) values (${`${username}@shop.test`}) returning id`;
  const id = account?.id ?? '';
  await owner`insert into public.staff (id, username, email, role) values (${id}, ${username}, ${`${username}@shop.test`}, 'manager')`;
  return id;
}

export async function claim(sql: Sql, order: { id: string }, actor: string): Promise<AskedOrder> {
  const [row] = await sql<{ desk: { order: AskedOrder } }[]>`select public.claim_confirmation(${order.id}, ${actor}) as desk`;
  return answered(row?.desk).order;
}

/** Claims the next order. Null when none is due. */
export async function claimNext(sql: Sql, actor: string, after: { id: string } | null = null): Promise<AskedOrder | null> {
  const [row] = await sql<{ desk: { order: AskedOrder } | null }[]>`
    select public.next_confirmation(${actor}, ${after?.id ?? null}) as desk`;
  return row?.desk?.order ?? null;
}

export async function recordAttempt(
  sql: Sql,
  order: { id: string },
  outcome: ConfirmationOutcome,
  actor: string | null = null,
  { key = null, ...rest }: { callBackAt?: string; how?: string; note?: string; key?: string | null } = {},
): Promise<AskedOrder> {
  const attempt = { how: 'call', outcome, ...rest };
  const [row] = await sql<
    { order: AskedOrder }[]
  >`select public.record_attempt(${order.id}, ${sql.json(attempt)}, ${actor}, ${key}) as order`;
  return answered(row?.order);
}

export async function confirmByShopper(sql: Sql, order: { id: string }, seen: string | null = null): Promise<string> {
  const [row] = await sql<{ end: string }[]>`select public.confirm_by_shopper(${order.id}, 'page', ${seen}) as end`;
  return answered(row?.end);
}

export async function override(
  sql: Sql,
  order: { id: string },
  reason: string,
  actor: string | null = null,
): Promise<AskedOrder> {
  const [row] = await sql<
    { order: AskedOrder }[]
  >`select public.override_confirmation(${order.id}, ${reason}, ${actor}) as order`;
  return answered(row?.order);
}

/** Sets the rules: those that are not named are off, and so is the gate. */
export async function changeRules(sql: Sql, rules: Record<string, number | boolean | null>): Promise<void> {
  const off = { gate: false, confirmByStaff: false, holdBlocked: true, holdUnknownCity: false };
  await sql`select public.change_confirmation_rules(${sql.json({ ...off, ...rules })}, null)`;
}

/** An order's confirmation, and whether it is in the queue. */
export async function confirmationOf(sql: Sql, order: { id: string }): Promise<ConfirmationRow & { is_open: boolean }> {
  const [row] = await sql<{ confirmation: ConfirmationRow & { is_open: boolean } }[]>`
    select to_jsonb(p.confirmation) || jsonb_build_object('is_open', c.is_open) as confirmation
      from public.order_confirmations c join shop.order_parts p on p.order_id = c.order_id where c.order_id = ${order.id}`;
  return answered(row?.confirmation);
}

/** Lets the time of an order's next call come. */
export async function letDue(owner: Sql, order: { id: string }, at: string | null = null): Promise<void> {
  await owner`update public.order_confirmations set due_at = coalesce(${at}::timestamptz, now()) where order_id = ${order.id}`;
}

function answered<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error('The function answered nothing');
  return answer;
}

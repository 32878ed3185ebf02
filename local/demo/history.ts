/**
 * Eight weeks of life in the demo shop, ending now. It is written by the functions that the API calls, each with the clock at the time of its event, so
 * that stock, books, daily counts and reports follow as they do in a real shop. Counted in days from today, every shop has the same.
 */
import { planAdvances } from './advances.ts';
import { planCalendar } from './calendar.ts';
import { planChatOrders } from './chat-orders.ts';
import { planClaims } from './claims.ts';
import { addCouriers } from './couriers.ts';
import { planOrders } from './orders.ts';
import { FIRST_DAY, play, type Shop, type Team } from './play.ts';
import { planReturns } from './returns.ts';
import { planSettlements } from './settlements.ts';

interface HistoryDatabase {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** Adds the demo catalogue and couriers to an empty, migrated database as they were the day before the history begins. Takes the catalogue's SQL. */
export async function beginHistory(database: HistoryDatabase, catalogue: string): Promise<void> {
  await play((plan) => plan(FIRST_DAY - 1, 9, () => database.exec(catalogue + addCouriers(1 - FIRST_DAY))));
}

/** Goes on to this moment. Takes who did the work. */
export async function writeHistory(database: HistoryDatabase, team: Team): Promise<void> {
  const query = async <Row>(sql: string, ...values: unknown[]) => (await database.query<Row>(sql, values)).rows;
  const call = async <Answer>(name: string, ...values: unknown[]) => {
    const texts = values.map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : value));
    const sql = `select public.${name}(${texts.map((_, index) => `$${index + 1}`)}) as answer`;
    return (await query<{ answer: Answer }>(sql, ...texts))[0]?.answer as Answer;
  };
  await play((plan) => {
    const shop: Shop = { plan, team, query, call };
    plan(FIRST_DAY - 1, 9, () => query('update public.staff set created_at = now()'));
    planCalendar(shop);
    planOrders(shop);
    planReturns(shop);
    planSettlements(shop);
    planAdvances(shop);
    planChatOrders(shop);
    planClaims(shop);
  });
  // All other mails have reached their readers when they were written; those of more than a month ago are forgotten.
  await query('update public.mail_outbox set attempts = 1, sent_at = created_at where sent_at is null and failed_at is null');
  // Nobody of the demo is asked for a review, or told now of parcels of before.
  await query('update shop.review_requests set asked_at = delivered_at');
  await query('update shop.parcel_news set told_at = happened_at');
  await query('select public.purge_expired()');
}

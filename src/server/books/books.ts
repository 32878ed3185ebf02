import * as z from 'zod';
import {
  type AccountRename,
  bookMonth,
  bookMonthDetails,
  chartAccount,
  journalEntry,
  type MonthReopening,
  type TaxCertificate,
} from '#domain/books/contract.ts';
import { callFunction, callPage, type Paging } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

const firstDay = (month: string) => `${month}-01`;

/** The chart of accounts, by number. */
export function listAccounts(db: ShopDatabase) {
  return callFunction(db, 'list_accounts', {}, z.array(chartAccount));
}

/** Renames an account. @throws ApiError `owner_only` */
export function renameAccount(db: ShopDatabase, { account, name }: AccountRename, actor: string) {
  return callFunction(db, 'rename_account', { account, name, actor }, z.array(chartAccount));
}

/** The months of the books, the newest first. */
export function listMonths(db: ShopDatabase) {
  return callFunction(db, 'list_months', {}, z.array(bookMonth));
}

/** A month: its trial balance, and what couriers withheld. */
export function getMonth(db: ShopDatabase, month: string) {
  return callFunction(db, 'find_month', { month: firstDay(month) }, bookMonthDetails);
}

/** Closes a month with all before it. @throws ApiError `month_not_over`, `month_closed` */
export function closeMonth(db: ShopDatabase, month: string, actor: string) {
  return callFunction(db, 'close_month', { month: firstDay(month), actor }, bookMonthDetails);
}

/** Reopens the month that was closed last. @throws ApiError `owner_only`, `month_not_closed`, `month_not_last` */
export function reopenMonth(db: ShopDatabase, { month, reason }: MonthReopening, actor: string) {
  return callFunction(db, 'reopen_month', { month: firstDay(month), reason, actor }, bookMonthDetails);
}

/** Notes the number of a tax certificate. @throws ApiError `courier_not_found` */
export function noteCertificate(db: ShopDatabase, { month, courierId, tax, number }: TaxCertificate, actor: string) {
  const args = { month: firstDay(month), courier_id: courierId, tax, number, actor };
  return callFunction(db, 'note_certificate', args, bookMonthDetails);
}

/** A month's journal, the first entry first. */
export function listJournal(db: ShopDatabase, { month, ...paging }: { month: string } & Paging) {
  return callPage(db, 'list_journal', { month: firstDay(month) }, paging, journalEntry);
}

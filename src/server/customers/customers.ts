import { type CustomerEdit, type CustomerQuery, customer, customerDetails, customerOfPhone } from '#domain/customers/contract.ts';
import { callFunction, callPage, emptyPage, hasNone, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { findByTerms, searchTerms } from '#server/search/search-terms.ts';

/** Customers, whoever ordered last first. */
export async function listCustomers(db: ShopDatabase, { search = '', tag, block, ...paging }: CustomerQuery) {
  const terms = searchTerms(search);
  const { email, number } = terms;
  // A search for punctuation alone finds nobody.
  if (search && !terms.words && !email) return emptyPage(paging);
  const filters = {
    email_like: email && ilikePattern(email),
    number,
    tag: tag || null,
    blocked: block ?? null,
  };
  const find = (words: string[] | null) => callPage(db, 'list_customers', { ...filters, typed_words: words }, paging, customer);
  return findByTerms(terms, find, hasNone);
}

/** A customer with orders and addresses; whoever took their place, for one who was merged. @throws ApiError `customer_not_found` */
export function getCustomer(db: ShopDatabase, id: string) {
  return callFunction(db, 'find_customer', { customer_id: id }, customerDetails);
}

/** Who orders with a phone, in any spelling, and what is open of them; `customer` is null when nobody has. */
export function findCustomerOfPhone(db: ShopDatabase, phone: string) {
  return callFunction(db, 'find_customer_of_phone', { phone }, customerOfPhone);
}

/** @throws ApiError `customer_not_found`, also for one who was merged, `edited_meanwhile` */
export function editCustomer(db: ShopDatabase, id: string, { updatedAt, ...changes }: CustomerEdit) {
  const args = { customer_id: id, changes: toColumns(changes), expected_version: updatedAt ?? null };
  return callFunction(db, 'edit_customer', args, customerDetails);
}

/** Says that two customers are one person: everything of the other goes to the first. @throws ApiError `customer_not_found` */
export function mergeCustomers(db: ShopDatabase, id: string, other: string, actor: string) {
  return callFunction(db, 'merge_customers', { keep: id, other, actor }, customerDetails);
}

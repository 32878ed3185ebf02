import {
  type SupplierEdit,
  type SupplierPayment,
  type SupplierQuery,
  supplier,
  supplierDetails,
} from '#domain/suppliers/contract.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';

/** Suppliers with what they are owed, filtered, sorted and paged by the database. */
export function listSuppliers(db: ShopDatabase, query: SupplierQuery) {
  const { name, state = null, sortBy, sortOrder } = query;
  const filters = { name_like: name ? ilikePattern(name) : null, state };
  return callPage(db, 'list_suppliers', { ...filters, sort_by: sortBy, ascending: sortOrder === 'asc' }, query, supplier);
}

/** A supplier with purchase orders, payments and prices paid before. @throws ApiError `supplier_not_found` */
export function getSupplier(db: ShopDatabase, id: string) {
  return callFunction(db, 'find_supplier', { supplier_id: id }, supplierDetails);
}

/** Corrects or archives a supplier. @throws ApiError `supplier_not_found`, `edited_meanwhile`, `validation_failed` for a name that is taken */
export function editSupplier(db: ShopDatabase, id: string, { updatedAt, ...changes }: SupplierEdit, actor: string) {
  const args = { supplier_id: id, changes, actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'change_supplier', args, supplierDetails);
}

/** Books what was paid to a supplier. @throws ApiError `supplier_not_found`, `edited_meanwhile` when another sum is owed by now */
export function paySupplier(db: ShopDatabase, id: string, { owedSeen, ...fields }: SupplierPayment, actor: string) {
  const args = { supplier_id: id, ...fields, actor, expected_owed: owedSeen ?? null };
  return callFunction(db, 'pay_supplier', args, supplierDetails);
}

import { queryOptions } from '@tanstack/react-query';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { supplier, supplierDetails, supplierQuery } from '#domain/suppliers/contract.ts';

export const suppliers = defineRecord({
  noun: 'supplier',
  api: '/suppliers',
  schema: supplier,
  query: supplierQuery,
  nameOf: ({ name }) => name,
  rights: { edit: 'buy_stock' },
});

/** A supplier with purchase orders, payments and prices paid before. */
export function supplierDetailsOf(id: string | undefined) {
  return queryOptions({
    enabled: id !== undefined,
    queryKey: [...suppliers.queries.all, 'details', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/suppliers/${id}`, { schema: supplierDetails, signal }),
  });
}

/** The suppliers whose name has what was typed in it. */
export function suppliersNamed(typed: string) {
  return queryOptions({
    enabled: typed !== '',
    queryKey: [...suppliers.queries.all, 'named', typed],
    queryFn: ({ signal }) =>
      callStaffApiPage(`/suppliers?${new URLSearchParams({ name: typed, limit: '10' })}`, { schema: supplier.array(), signal }),
  });
}

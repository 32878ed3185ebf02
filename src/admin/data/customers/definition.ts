import { queryOptions, useQuery } from '@tanstack/react-query';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { customer, customerDetails, customerOfPhone, customerQuery } from '#domain/customers/contract.ts';

export const customers = defineRecord({
  noun: 'customer',
  api: '/customers',
  schema: customer,
  query: customerQuery,
  nameOf: ({ name }) => name,
  rights: { edit: 'edit_customers' },
});

/** A customer with orders, addresses and who may be the same person; undefined while it is being fetched. */
export function useCustomerDetails(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...customers.queries.all, 'details', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/customers/${id}`, { schema: customerDetails, signal }),
  });
}

/** Who orders with a phone, normalised: sent in the body, as a phone stands in no address. */
export function customerOfPhoneQuery(phone: string | null) {
  return queryOptions({
    enabled: phone !== null,
    queryKey: [...customers.queries.all, 'by phone', phone],
    queryFn: ({ signal }) => callStaffApi('POST', '/customers/by-phone', { body: { phone }, schema: customerOfPhone, signal }),
  });
}

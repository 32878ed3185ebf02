import { useQuery } from '@tanstack/react-query';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type CustomerBlock, type CustomerRecord, customer, customerDetails, customerQuery } from '#shared/schemas/customers.ts';
import { defineRecord } from './define-record.ts';
import { formatCount } from './formats.ts';
import type { StatusLabel } from './status-labels.ts';

export const customers = defineRecord({
  noun: 'customer',
  api: '/customers',
  schema: customer,
  query: customerQuery,
  nameOf: ({ name }) => name,
});

/** A customer with orders, addresses and who may be the same person; undefined while it is being fetched. */
export function useCustomerDetails(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...customers.queries.all, 'details', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/customers/${id}`, { schema: customerDetails, signal }),
  });
}

/** What staff decided about further orders. */
export const CUSTOMER_BLOCKS: Record<CustomerBlock, StatusLabel> = {
  none: { text: 'Not blocked', tone: 'tone-plain' },
  prepaid_only: { text: 'Prepaid only', tone: 'tone-wait' },
  do_not_ship: { text: 'Do not ship', tone: 'tone-stop' },
};

/** `3 orders: 1 delivered, 2 returned`, or `First order`. */
export function recordText(record: CustomerRecord): string {
  if (record.orders <= 1 && record.open === record.orders) return 'First order';
  const counts = (['delivered', 'returned', 'cancelled', 'open'] as const).filter((name) => record[name] > 0);
  const orders = record.orders === 1 ? '1 order' : `${formatCount(record.orders)} orders`;
  return `${orders}: ${counts.map((name) => `${formatCount(record[name])} ${name}`).join(', ')}`;
}

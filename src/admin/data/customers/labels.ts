import { formatCount } from '#admin/kit/formats.ts';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { CustomerBlock, CustomerRecord } from '#domain/customers/contract.ts';

/** What staff decided about further orders. */
export const CUSTOMER_BLOCK_LABELS: Record<CustomerBlock, StatusLabel> = {
  none: { text: 'Not blocked', tone: 'tone-plain' },
  prepaid_only: { text: 'Prepaid only', tone: 'tone-wait' },
  do_not_ship: { text: 'Do not ship', tone: 'tone-stop' },
};

/** Seen from an order that counts already: `3 orders: 1 delivered, 2 returned`, or `First order`. */
export function recordText(record: CustomerRecord): string {
  return record.orders <= 1 && record.open === record.orders ? 'First order' : countsText(record);
}

/** Seen from an order that is still being written down: an earlier one is no longer the first. */
export function historyText(record: CustomerRecord): string {
  return record.orders === 0 ? 'First order' : countsText(record);
}

function countsText(record: CustomerRecord): string {
  const counts = (['delivered', 'returned', 'cancelled', 'open'] as const).filter((name) => record[name] > 0);
  const orders = record.orders === 1 ? '1 order' : `${formatCount(record.orders)} orders`;
  return `${orders}: ${counts.map((name) => `${formatCount(record[name])} ${name}`).join(', ')}`;
}

import type { Refusal } from '#shared/schemas/failures.ts';

/** The outcome for one of many orders. */
export interface OrderOutcome {
  orderNumber: string;
  refusal: Pick<Refusal, 'message'> | null;
}

/** Refusals named one by one; the rest are counted. */
const MAX_NAMED = 5;

/** Names the refused orders and why; empty when none was refused. */
export function refusalText(outcomes: OrderOutcome[]): string {
  const refused = outcomes.filter(({ refusal }) => refusal);
  if (refused.length === 0) return '';
  const told = refused.slice(0, MAX_NAMED).map(({ orderNumber, refusal }) => `${orderNumber}: ${refusal?.message}`);
  const more = refused.length > MAX_NAMED ? [`and ${refused.length - MAX_NAMED} more`] : [];
  return `${refused.length} of ${countText(outcomes.length)} stayed as ${refused.length === 1 ? 'it was' : 'they were'}. ${[...told, ...more].join(' · ')}`;
}

/** `1 order`, `20 orders`. */
export function countText(orders: number): string {
  return `${orders} ${orders === 1 ? 'order' : 'orders'}`;
}

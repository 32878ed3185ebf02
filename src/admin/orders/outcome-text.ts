import type { Refusal } from '#shared/schemas/common.ts';

/** What came of one order of many. */
export interface OrderOutcome {
  orderNumber: string;
  refusal: Pick<Refusal, 'message'> | null;
}

/** Refusals told one by one; more are counted. */
const MAX_TOLD = 5;

/** Says which of many orders were refused and why; empty when none was. */
export function refusalText(outcomes: OrderOutcome[]): string {
  const refused = outcomes.filter(({ refusal }) => refusal);
  if (refused.length === 0) return '';
  const told = refused.slice(0, MAX_TOLD).map(({ orderNumber, refusal }) => `${orderNumber}: ${refusal?.message}`);
  const more = refused.length > MAX_TOLD ? [`and ${refused.length - MAX_TOLD} more`] : [];
  return `${refused.length} of ${countText(outcomes.length)} stayed as ${refused.length === 1 ? 'it was' : 'they were'}. ${[...told, ...more].join(' · ')}`;
}

/** `1 order`, `20 orders`. */
export function countText(orders: number): string {
  return `${orders} ${orders === 1 ? 'order' : 'orders'}`;
}

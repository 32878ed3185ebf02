import { formatDay } from '#domain/orders/labels.ts';
import type { ReturnKind, ReturnObstacle, ReturnOutcome } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';

type Asked = PageReturns['requests'][number];

/** What each kind is for, as a shopper would say it. */
export const KIND_TEXTS: Record<ReturnKind, { text: string; hint: string }> = {
  return: { text: 'Send it back', hint: 'You do not want to keep it' },
  exchange: { text: 'Exchange it', hint: 'Another size or colour suits you better' },
  claim: { text: 'Something is wrong', hint: 'It is faulty, wrong, or was missing' },
};

export const OUTCOME_TEXTS: Record<ReturnOutcome, string> = {
  transfer: 'My money back',
  store_credit: 'Store credit for the next order',
  exchange: 'The piece again, or another size or colour',
};

/** The wishes of a kind, as far as the shop offers them. */
export function wishesOf(kind: ReturnKind, outcomes: readonly ReturnOutcome[]): ReturnOutcome[] {
  if (kind === 'exchange') return ['exchange'];
  return outcomes.filter((outcome) => kind === 'claim' || outcome !== 'exchange');
}

/** What the shop promises, in a few sentences. */
export function policyText({
  days,
  until,
  isOver,
  shopPays,
}: Pick<PageReturns, 'days' | 'until' | 'isOver' | 'shopPays'>): string {
  if (isOver) return `The ${days} days to return ended on ${formatDay(until)}.`;
  return `You can ask until ${formatDay(until)}: ${days} days from the delivery. ${wayBackText(shopPays)}`;
}

/** Who pays for sending a piece back. */
export function wayBackText(shopPays: readonly ReturnKind[]): string {
  if (shopPays.length === 3) return 'We pay the way back.';
  if (shopPays.length === 0) return 'The way back is paid by you.';
  if (shopPays.join() === 'claim') return 'If something is wrong, we pay the way back; otherwise you do.';
  const names = shopPays.map(
    (kind) => ({ return: 'returns', exchange: 'exchanges', claim: 'whatever is wrong with a piece' })[kind],
  );
  return `We pay the way back of ${names.join(' and ')}; otherwise you do.`;
}

/** Why pieces of a line cannot be asked for; empty where they can. */
export function obstacleText(obstacle: ReturnObstacle | null, because: string): string {
  switch (obstacle) {
    case 'asked':
      return 'You have asked for it already';
    case 'returned':
      return 'It came back already';
    case 'excluded':
      return `Not taken back${because ? `, ${because}` : ''}: only if something is wrong with it`;
    case 'reduced':
      return 'Bought reduced: taken back only if something is wrong with it';
    case 'over':
      return 'The time to ask is over';
    default:
      return '';
  }
}

/** Where a request stands, and what comes next. */
export function stateText({ state, outcome, comesBack, shopPays, returnNumber, refund, paidBack, exchange }: Asked): string {
  switch (state) {
    case 'asked':
      return 'We look at it and answer you soon.';
    case 'declined':
      return 'We cannot agree to this.';
    case 'withdrawn':
      return 'You took this back.';
    case 'approved':
      if (!comesBack)
        return outcome === 'exchange'
          ? 'Approved: you may keep the piece.'
          : 'Approved: you may keep the piece, and we pay you back.';
      return `Approved. Please send the pieces back with ${returnNumber} on the parcel. ${shopPays ? 'We pay the way back.' : 'The way back is paid by you.'}`;
    case 'received':
      return 'Your pieces are here. We pay you back next.';
    default:
      if (exchange) return 'Done: everything is back.';
      return refund > 0 || paidBack > 0 ? 'Done: it was paid back.' : 'Done.';
  }
}

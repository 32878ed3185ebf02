import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { ExchangeQuote } from '#domain/returns/asked-pieces.ts';
import type { ReturnKind, ReturnObstacle, ReturnOutcome, ReturnState } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';

type Asked = PageReturns['requests'][number];

/** What each kind is for, as a shopper would say it. */
export const KIND_TEXTS: Record<ReturnKind, { text: string; hint: string }> = {
  return: { text: 'Send it back', hint: 'You do not want to keep it' },
  exchange: { text: 'Exchange it', hint: 'Another size, colour or piece suits you better' },
  claim: { text: 'Something is wrong', hint: 'It is faulty, the wrong piece, or was missing' },
};

export const OUTCOME_TEXTS: Record<ReturnOutcome, string> = {
  transfer: 'My money back',
  store_credit: 'Store credit for my next order',
  exchange: 'The piece again, or another one',
};

/** Where a request stands, for whoever sent it. */
export const STATE_TEXTS: Record<ReturnState, string> = {
  asked: 'Waiting for our answer',
  approved: 'Approved',
  received: 'Received',
  settled: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
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
  if (isOver) return `The ${days} days for returns ended on ${formatDay(until)}.`;
  return `You can ask until ${formatDay(until)}, ${days} days after delivery. ${whoPaysText(shopPays)}`;
}

/** Who pays for the parcel that brings a piece back. */
export function payerText(isShop: boolean): string {
  return isShop ? 'We pay for sending it back.' : 'You pay for sending it back.';
}

/** Who pays for sending back what, by the kinds that the shop pays for. */
export function whoPaysText(shopPays: readonly ReturnKind[]): string {
  if (shopPays.length === 3 || shopPays.length === 0) return payerText(shopPays.length > 0);
  if (shopPays.join() === 'claim') return 'If something is wrong with a piece, we pay for sending it back; otherwise you do.';
  const names = shopPays.map(
    (kind) => ({ return: 'returns', exchange: 'exchanges', claim: 'pieces with something wrong' })[kind],
  );
  return `We pay for sending back ${names.join(' and ')}; otherwise you do.`;
}

/** Why pieces of a line cannot be asked for; empty where they can. */
export function obstacleText(obstacle: ReturnObstacle | null, because: string): string {
  switch (obstacle) {
    case 'asked':
      return 'You have already asked about it';
    case 'returned':
      return 'It has already come back to us';
    case 'excluded':
      return `Not taken back${because ? `, ${because}` : ''}, unless something is wrong with it`;
    case 'reduced':
      return 'Bought on sale: not taken back, unless something is wrong with it';
    case 'over':
      return 'The days for returns are over';
    default:
      return '';
  }
}

/** What an exchange means for the customer's purse. */
export function exchangeText({ due, back }: Pick<ExchangeQuote, 'due' | 'back'>): string {
  if (due > 0) return `You pay ${formatPrice(due)} more at the door.`;
  return back > 0 ? `We pay back ${formatPrice(back)}.` : 'You pay nothing more.';
}

/** What has happened to a request, and what comes next. */
export function nextText({ state, outcome, comesBack, returnNumber, refund, paidBack, exchange, sendBack }: Asked): string {
  switch (state) {
    case 'asked':
      return 'We are looking at it and will answer soon.';
    case 'declined':
      return 'Sorry, we cannot agree to this.';
    case 'withdrawn':
      return 'You withdrew this request.';
    case 'approved':
      if (sendBack?.pickup)
        return `${sendBack.pickup.courier} collects the pieces. Please pack them, and write ${returnNumber} on the parcel.`;
      if (comesBack) return `Please send the pieces back, and write ${returnNumber} on the parcel.`;
      return outcome === 'exchange' ? 'You can keep the piece.' : 'You can keep the piece, and we pay you back.';
    case 'received':
      return outcome === 'store_credit'
        ? 'Your pieces are here. Next we add your store credit.'
        : 'Your pieces are here. Next we pay you back.';
    default:
      if (exchange) return 'Everything has come back to us.';
      if (refund === 0 && paidBack === 0) return 'Nothing is left to do.';
      return outcome === 'store_credit' ? 'Your store credit is ready to use.' : 'We have paid you back.';
  }
}

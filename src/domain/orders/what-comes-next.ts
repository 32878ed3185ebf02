import { formatPrice } from '#domain/money.ts';
import { latestParcel } from '#domain/shipments/status.ts';
import { formatDay } from './labels.ts';
import type { OrderPage } from './page-contract.ts';
import { dueOnDelivery } from './paid.ts';
import type { TrackedOrder } from './tracking-contract.ts';

/** All that decides what happens next with an order. What a page or a mail does not know is left out, and nothing waits for it. */
export type NextFacts = Pick<TrackedOrder, 'status' | 'isCollected' | 'shipments' | 'totalAmount' | 'paid' | 'expected'> &
  Partial<
    Pick<
      TrackedOrder,
      'isConfirmed' | 'awaitsProof' | 'cancellationAskedAt' | 'cancellationAnsweredAt' | 'advanceWaitsFor' | 'parcels'
    >
  > &
  Partial<Pick<OrderPage, 'deliveryQuestion'>>;

/**
 * What happens next with an order, and when, for its shopper; empty when nothing does. The first of these that is true: it is over, somebody has to answer
 * something, something is to be paid first, then what its status leads to.
 */
export function whatComesNext(order: NextFacts): string {
  if (order.status === 'delivered' || order.status === 'cancelled') return '';
  return waitsForAnswer(order) || (order.status === 'shipped' ? nextOnTheWay(order) : nextInShop(order));
}

function waitsForAnswer({ cancellationAskedAt, cancellationAnsweredAt, deliveryQuestion: question }: NextFacts): string {
  if (cancellationAskedAt && !cancellationAnsweredAt) {
    return 'Next: we contact you about your wish to cancel. Until then your order stands, and you can take it back.';
  }
  if (!question) return '';
  if (!question.answer) return 'Next: you tell us what the courier shall do with your parcel.';
  return question.outcome === 'advice'
    ? 'Next: the courier does what you told us.'
    : 'Next: we call you about what you told us of your parcel.';
}

function nextInShop(order: NextFacts): string {
  if (order.awaitsProof) return 'Next: we call you, and set your pieces aside once we have spoken.';
  if (order.advanceWaitsFor === 'payment') return 'Next: you pay in advance. We pack your order once it has arrived.';
  if (order.advanceWaitsFor === 'check') return 'Next: we look for your transfer in our account, then we pack your order.';
  if (order.isCollected) return 'Next: we tell you when it is ready to collect.';
  if (order.status === 'processing') return timed('your parcel goes to the courier', order);
  return timed(order.isConfirmed ? 'we pack your order' : 'we confirm your order and pack it', order);
}

function nextOnTheWay(order: NextFacts): string {
  if (order.isCollected) return 'Next: we tell you when it is ready to collect.';
  const parcel = latestParcel(order.shipments);
  const last = order.shipments.slice(-1)[0];
  if (!parcel && last) {
    return last.status === 'failed'
      ? 'The courier could not deliver your parcel. Next: we call you.'
      : 'Your parcel came back to us. Next: we call you.';
  }
  const due = dueOnDelivery(order);
  const cash = due > 0 ? `Please have ${formatPrice(due)} in cash ready.` : 'Nothing is left to pay.';
  const step = order.parcels?.find(({ shipmentNumber }) => shipmentNumber === parcel?.shipmentNumber)?.steps.slice(-1)[0]?.step;
  if (step === 'attempted')
    return `The rider could not hand over your parcel. Next: the courier comes again, or we call you. ${cash}`;
  if (step === 'coming_back') return 'Your parcel is on its way back to us. Next: we call you.';
  if (parcel?.status === 'out_for_delivery') return `Next: the courier rings at your door today. ${cash}`;
  return `${timed('the courier brings your parcel', order)} ${cash}`;
}

function timed(next: string, { expected }: NextFacts): string {
  if (!expected) return `Next: ${next}.`;
  const { from, to } = expected;
  const when = from === to ? `on ${formatDay(to)}` : `between ${formatDay(from)} and ${formatDay(to)}`;
  return `Next: ${next}. Expected ${when}.`;
}

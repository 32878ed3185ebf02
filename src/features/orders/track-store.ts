import { atom } from 'nanostores';
import { announce } from '#browser/announce.ts';
import { STATUS_WORDS } from '#shared/order-labels.ts';
import { type Answer, isOwn, likelyQuestion, NOTHING_ASKED, type Question, trackOrder } from './track-order.ts';

/** What stands in the form. */
export const $question = atom<Question>(NOTHING_ASKED);

export const $answer = atom<Answer | null>(null);

export const $isAsking = atom(false);

/** What the page does when it opens: fills in what it knows, and asks at once when that is an order of this device. */
export function openTracking(): void {
  const named = new URLSearchParams(location.search).get('orderNumber') ?? '';
  const likely = likelyQuestion(named);
  const typed = $question.get();
  $question.set({ orderNumber: typed.orderNumber || likely.orderNumber, phone: typed.phone || likely.phone });
  if (named && isOwn($question.get())) ask();
}

export function setQuestion(change: Partial<Question>): void {
  $question.set({ ...$question.get(), ...change });
}

let turn = 0;

/** Asks what stands in the form. */
export async function ask(): Promise<void> {
  turn += 1;
  const mine = turn;
  $isAsking.set(true);
  $answer.set(null);
  const answer = await trackOrder($question.get());
  // A slow answer to an earlier question says nothing about this one.
  if (mine !== turn) return;
  $isAsking.set(false);
  $answer.set(answer);
  if (!('order' in answer)) return;
  const { orderNumber, status } = answer.order;
  keepInAddress(orderNumber);
  announce(`Order ${orderNumber}: ${STATUS_WORDS[status]}`);
}

/** So that a reload, or the link sent to oneself, asks about the same order. The phone stays out of it. */
function keepInAddress(orderNumber: string): void {
  history.replaceState(history.state, '', `?${new URLSearchParams({ orderNumber })}`);
}

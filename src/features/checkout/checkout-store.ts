import { atom } from 'nanostores';
import { readJson, removeKey, writeJson } from '#browser/storage.ts';
import { isAvailable } from '#features/cart/cart-line.ts';
import { $cartChanges, $cartLines, refreshQuote } from '#features/cart/cart-store.ts';
import { fetchQuote } from '#features/cart/fetch-quote.ts';
import { isUnanswered } from '#features/cart/order-attempt.ts';
import { $profile } from '#features/shopper/device-profile.ts';
import { readPhones } from '#shared/phone.ts';
import type { Order } from '#shared/schemas/orders.ts';
import {
  type CheckoutField,
  type CheckoutForm,
  EMPTY_FORM,
  LAST_STEP,
  parseForm,
  prefilled,
  stepOfFirst,
} from './checkout-form.ts';
import { type CheckoutProblem, NOTHING_LEFT } from './checkout-problem.ts';
import { orderRequest } from './order-request.ts';
import { moveTo, onMoved, replaceStep, stepInHistory } from './step-history.ts';

const STORAGE_KEY = 'checkout_v1';

/** What was typed so far, kept for this tab, so that a reload loses nothing; what is still empty comes from the profile. */
export const $form = atom<CheckoutForm>(prefilled(parseForm(readJson(STORAGE_KEY, 'sessionStorage')), $profile.get()));

/** The step in sight, from 0. The browser's history keeps it, over a reload too. */
export const $step = atom(withinSteps(stepInHistory() ?? 0));

/** What is wrong with single fields, to be shown at them. */
export const $fieldErrors = atom<Partial<CheckoutForm>>({});

/** Why the order was not placed, until something is done about it. */
export const $problem = atom<CheckoutProblem | null>(null);

export const $isSending = atom(false);

/** The order that was just placed. */
export const $placedOrder = atom<Pick<Order, 'orderNumber' | 'totalAmount'> | null>(null);

export function setField(field: CheckoutField, value: string): void {
  $form.set({ ...$form.get(), [field]: value });
  writeJson(STORAGE_KEY, $form.get(), 'sessionStorage');
  const { [field]: _, ...others } = $fieldErrors.get();
  $fieldErrors.set(others);
}

/** Says at the field what is wrong with a phone number, as soon as it was left. */
export function checkPhone(): void {
  const { phone } = $form.get();
  const read = readPhones(phone);
  if (phone.trim() && 'complaint' in read) $fieldErrors.set({ ...$fieldErrors.get(), phone: read.complaint });
}

/** Steps move without looking at what was typed; only the order itself is checked. */
export function goToStep(step: number): void {
  $problem.set(null);
  move(step);
}

function move(step: number): void {
  moveTo(withinSteps(step), $step.get(), showStep);
}

function showStep(step: number): void {
  $step.set(withinSteps(step));
}

/** On to the next step. With nothing left of the cart there is nothing to order: that is said at once, not after three steps. */
export function advance(): void {
  if (isNothingLeft()) $problem.set(NOTHING_LEFT);
  else goToStep($step.get() + 1);
}

/** Whether the cart holds pieces, and none of them can be bought any more. */
export function isNothingLeft(): boolean {
  const lines = $cartLines.get();
  return lines.length > 0 && !lines.some(isAvailable);
}

function withinSteps(step: number): number {
  return Math.max(0, Math.min(Math.floor(step) || 0, LAST_STEP));
}

/** Shows a problem, at the fields too, and goes to the first step that has one. */
export function reportProblem(problem: CheckoutProblem, fieldErrors: Partial<CheckoutForm> = {}): void {
  $fieldErrors.set(fieldErrors);
  $problem.set(problem);
  move(stepOfFirst(fieldErrors) ?? $step.get());
}

/** The checkout after an order: back at the start, with nothing of what was typed. */
export function startOver(): void {
  removeKey(STORAGE_KEY, 'sessionStorage');
  $form.set(prefilled(EMPTY_FORM, $profile.get()));
  $fieldErrors.set({});
  $cartChanges.set([]);
  $problem.set(null);
  replaceStep(0);
  showStep(0);
}

/**
 * What the page does when it opens: asks for today's prices. An order that was sent and never answered comes first: the cart
 * stays exactly as it was sent, so that sending it again is the same order. Returns what the page does when it closes.
 */
export function openCheckout(): () => void {
  askAboutOrder();
  const unbindMoves = onMoved((step, byBrowser) => {
    if (byBrowser) $problem.set(null);
    showStep(step);
  });
  const unbindLines = $cartLines.listen(() => {
    if ($problem.get()?.kind === 'nothing_left' && !isNothingLeft()) $problem.set(null);
  });
  return () => {
    unbindMoves();
    unbindLines();
  };
}

function askAboutOrder(): void {
  if (!isUnanswered(orderRequest($form.get(), $cartLines.get()))) {
    refreshQuote(fetchQuote).then(() => isNothingLeft() && $problem.set(NOTHING_LEFT));
    return;
  }
  if ($step.get() !== LAST_STEP) replaceStep(LAST_STEP);
  showStep(LAST_STEP);
  $problem.set({
    kind: 'message',
    text: 'We did not hear back about your order. Press Complete Order to send it again: it is never placed twice.',
  });
}

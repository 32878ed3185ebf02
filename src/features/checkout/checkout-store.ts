import { atom } from 'nanostores';
import { askQuote } from '#client/ask-quote.ts';
import { readJson, removeKey, writeJson } from '#client/storage.ts';
import { $cartLines, refreshQuote } from '#features/cart/cart-store.ts';
import { isUnanswered } from './attempt.ts';
import { type CheckoutField, type CheckoutForm, EMPTY_FORM, LAST_STEP, parseForm, stepOfFirst } from './checkout-form.ts';
import type { CheckoutProblem } from './checkout-problem.ts';
import { orderRequest } from './order-request.ts';

const KEPT_AS = 'checkout_v1';

/** What was typed so far. Kept for this tab, so that a reload loses nothing. */
export const $form = atom<CheckoutForm>(parseForm(readJson(KEPT_AS, 'sessionStorage')));

/** The step in sight, from 0. */
export const $step = atom(0);

/** What is wrong with single fields, to be shown at them. */
export const $complaints = atom<Partial<CheckoutForm>>({});

/** Why the order was not placed, until something is done about it. */
export const $problem = atom<CheckoutProblem | null>(null);

export const $isSending = atom(false);

/** Number of the order that was just placed. */
export const $placedOrder = atom<string | null>(null);

export function setField(field: CheckoutField, value: string): void {
  $form.set({ ...$form.get(), [field]: value });
  writeJson(KEPT_AS, $form.get(), 'sessionStorage');
  const { [field]: _, ...others } = $complaints.get();
  $complaints.set(others);
}

/** Steps move without looking at what was typed; only the order itself is checked. */
export function goToStep(step: number): void {
  $problem.set(null);
  $step.set(Math.max(0, Math.min(step, LAST_STEP)));
}

/** Shows a problem, at the fields too, and goes to the first step that has one. */
export function complain(problem: CheckoutProblem, complaints: Partial<CheckoutForm> = {}): void {
  $complaints.set(complaints);
  $step.set(stepOfFirst(complaints) ?? $step.get());
  $problem.set(problem);
}

/** The checkout after an order: back at the start, with nothing of what was typed. */
export function startOver(): void {
  removeKey(KEPT_AS, 'sessionStorage');
  $form.set(EMPTY_FORM);
  $complaints.set({});
  $problem.set(null);
  $step.set(0);
}

/**
 * What the page does when it opens: asks for today's prices. An order that was sent and never answered comes first: the cart
 * stays exactly as it was sent, so that sending it again is the same order.
 */
export function openCheckout(): void {
  if (!isUnanswered(orderRequest($form.get(), $cartLines.get()))) {
    refreshQuote(askQuote);
    return;
  }
  $step.set(LAST_STEP);
  $problem.set({
    kind: 'message',
    text: 'We did not hear back about your order. Press Complete Order to send it again: it is never placed twice.',
  });
}

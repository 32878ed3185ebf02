import { atom, computed } from 'nanostores';
import type { ReactNode } from 'react';
import { readJson, readText, removeKey, writeJson } from '#browser/storage.ts';
import type { SavedAddress } from '#domain/accounts/addresses.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { Order } from '#domain/orders/contract.ts';
import { readPhones } from '#domain/phone.ts';
import { type CartLine, isAvailable } from '#features/cart/cart-line.ts';
import { $cartChanges, refreshQuote } from '#features/cart/current-prices.ts';
import { $discount, discountOf, NO_DISCOUNT } from '#features/cart/discount.ts';
import { fetchQuote } from '#features/cart/fetch-quote.ts';
import { totalOf } from '#features/cart/order-total.ts';
import { isUnanswered } from '#features/place-order/attempt.ts';
import { type OrderRequest, orderRequest } from '#features/place-order/order-request.ts';
import { $profile, type DeviceProfile, EMPTY_PROFILE, forgetProfile, TYPED_ORDER_KEY } from '#features/shopper/device-profile.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import {
  type CheckoutField,
  type CheckoutForm,
  EMPTY_FORM,
  emptied,
  fieldsFrom,
  LAST_STEP,
  NO_GIFT,
  parseForm,
  prefilled,
  stepOfFirst,
  wrapOf,
} from './checkout-form.ts';
import { type CheckoutProblem, NOTHING_LEFT } from './checkout-problem.ts';
import { $orderLines, $sheet } from './order-lines.ts';
import { moveTo, onMoved, replaceStep, stepInHistory } from './step-history.ts';

/** What is known of the shopper before anything is typed: by this device, and by the account when it has answered. */
export const $known = atom<DeviceProfile>($profile.get());

/** What was typed, stored for this tab so that a reload loses nothing; empty fields come from what is known. */
export const $form = atom<CheckoutForm>(prefilled(parseForm(readJson(TYPED_ORDER_KEY, 'sessionStorage')), $known.get()));

/** The addresses in the account of the signed-in shopper, when it has answered. */
export const $savedAddresses = atom<SavedAddress[] | undefined>();

/** The fields that still say what was known. */
export const $prefilled = computed([$form, $known], (form, known) => fieldsFrom(known, form));

/** What the order's wrap costs, in rupees. */
export const $giftWrap = computed([$form, $sheet], () => wrapOf(orderedForm()));

/** The current step, from 0. The browser's history keeps it over a reload. */
export const $step = atom(withinSteps(stepInHistory() ?? 0));

/** Errors by field. */
export const $fieldErrors = atom<Partial<CheckoutForm>>({});

/** Why the order was not placed, until the shopper does something about it. */
export const $problem = atom<CheckoutProblem | null>(null);

/** Whether the shopper pays by transfer now, which few shops offer (`PayNow.tsx`). Stored, so that an order that got no answer is sent as it was. */
export const PAY_NOW_KEY = 'pay_now';
export const $payNow = atom(Boolean(readText(PAY_NOW_KEY, 'sessionStorage')));

/** Whether there is nothing to order. */
export const $isCartEmpty = computed($orderLines, (lines) => lines.length === 0);

export const $isSending = atom(false);

export interface Placed extends Pick<Order, 'orderNumber' | 'totalAmount' | 'paid'> {
  /** What is asked in advance. */
  advanceMissing?: number | undefined;
  /** Unknown when the shop only told that this order was placed before, as the key is. */
  id?: string | undefined;
  /** Nothing is set aside before the shop has called. */
  awaitsProof?: boolean | undefined;
  /** Opens the order's page; unknown when the shop only told that this order was placed before. Stored nowhere. */
  pageKey?: string | undefined;
}

/** The order that was just placed. */
export const $placedOrder = atom<Placed | null>(null);

/** The row of what goes well with what is ordered, from the last step or the sheet on (`GoesWithOrder.tsx`). */
export const $goesWithOrder = atom<ReactNode>(null);

/** The order that was just kept because the device was offline. */
export const $orderQueued = atom<{ maybePlaced: boolean } | null>(null);

/** The form that is ordered by: the sheet knows no gifts, even if the checkout has one. */
export function orderedForm(): CheckoutForm {
  return { ...$form.get(), ...($sheet.get() && NO_GIFT) };
}

/** Keeps what the shop says of the wrap that it was asked for. */
export function keepWrap({ giftWrap }: Partial<CartQuote>): void {
  if (giftWrap !== undefined) setFields({ giftWrap: giftWrap === null ? '' : String(giftWrap) });
}

export function setField(field: CheckoutField, value: string): void {
  setFields({ [field]: value });
}

/** Types several fields at once. */
export function setFields(typed: Partial<CheckoutForm>): void {
  $form.set({ ...$form.get(), ...typed });
  writeJson(TYPED_ORDER_KEY, $form.get(), 'sessionStorage');
  const errors = Object.entries($fieldErrors.get());
  // The city may stand in the address.
  const others = errors.filter(([field]) => !(field in typed || (field === 'city' && 'address' in typed)));
  $fieldErrors.set(Object.fromEntries(others));
  if (errors.length > 0 && others.length === 0 && $problem.get()?.kind === 'message') $problem.set(null);
}

/** Empties what was filled in, for somebody else than whom this device knows, and makes it forget them. What was typed stays. */
export function startEmpty(): void {
  const typed = emptied($form.get(), $prefilled.get());
  $known.set(EMPTY_PROFILE);
  forgetProfile();
  $discount.set(NO_DISCOUNT);
  setFields(typed);
}

/** Fills empty fields, and what this device had filled in, with what the account of the signed-in shopper knows. */
async function fillFromAccount(): Promise<void> {
  const token = shopperToken();
  if (!token) return;
  // Guests do without.
  const { fetchAddresses, fetchKnown } = await import('#features/shopper/known-shopper.ts');
  const asked = fetchAddresses(token);
  const known = await fetchKnown(token, $profile.get());
  if (!known || shopperToken() !== token) return;
  const typed = emptied($form.get(), $prefilled.get());
  $known.set(known);
  $form.set(prefilled(typed, known));
  $savedAddresses.set(await asked);
}

/** Fills the form in as it was sent, and goes to the last step. */
export function restoreForm(form: CheckoutForm): void {
  setFields(form);
  if ($step.get() !== LAST_STEP) replaceStep(LAST_STEP);
  showStep(LAST_STEP);
}

/** Checks the phone number when its field is left. */
export function checkPhone(): void {
  const { phone } = $form.get();
  const read = readPhones(phone);
  if (phone.trim() && 'error' in read) $fieldErrors.set({ ...$fieldErrors.get(), phone: read.error });
}

/** Moves without checking the fields; only sending the order checks them. */
export function goToStep(step: number): void {
  $problem.set(null);
  move(step);
}

function move(step: number): void {
  if ($sheet.get()) return;
  moveTo(withinSteps(step), $step.get(), showStep);
}

function showStep(step: number): void {
  $step.set(withinSteps(step));
}

/** Moves to the next step. If nothing in the cart is available any more, says so at once instead of after three steps. */
export function advance(): void {
  if (isNothingLeft()) $problem.set(NOTHING_LEFT);
  else goToStep($step.get() + 1);
}

/** Whether the cart has lines and none of them is available. */
export function isNothingLeft(): boolean {
  const lines = $orderLines.get();
  return lines.length > 0 && !lines.some(isAvailable);
}

function withinSteps(step: number): number {
  return Math.max(0, Math.min(Math.floor(step) || 0, LAST_STEP));
}

/** Shows a problem and its field errors, and goes to the first step with one. */
export function reportProblem(problem: CheckoutProblem, fieldErrors: Partial<CheckoutForm> = {}): void {
  $fieldErrors.set(fieldErrors);
  $problem.set(problem);
  move(stepOfFirst(fieldErrors) ?? $step.get());
}

/** Resets the checkout after an order. */
export function startOver(): void {
  removeKey(TYPED_ORDER_KEY, 'sessionStorage');
  removeKey(PAY_NOW_KEY, 'sessionStorage');
  $payNow.set(false);
  $known.set($profile.get());
  $form.set(prefilled(EMPTY_FORM, $known.get()));
  $fieldErrors.set({});
  $cartChanges.set([]);
  $problem.set(null);
  if ($sheet.get()) return;
  replaceStep(0);
  showStep(0);
}

/** Called when the page opens. Returns the cleanup function. */
export function openCheckout(): () => void {
  const close = openForm();
  const unbindMoves = onMoved((step, byBrowser) => {
    if (byBrowser) $problem.set(null);
    showStep(step);
  });
  return () => {
    unbindMoves();
    close();
  };
}

/**
 * Fetches today's prices. If an order was sent and never answered, the cart stays exactly as it was sent, so that sending it again is the same order.
 * Returns the cleanup function.
 */
export function openForm(): () => void {
  askAboutOrder();
  return $orderLines.listen(() => {
    if ($problem.get()?.kind === 'nothing_left' && !isNothingLeft()) $problem.set(null);
  });
}

/** The order as it would be sent now. */
export function requestOf(lines: CartLine[]): OrderRequest {
  const { code } = discountOf(lines);
  return {
    ...orderRequest(orderedForm(), lines, totalOf(lines, $giftWrap.get())),
    ...(code && { code }),
    ...($payNow.get() && !$sheet.get() && { payByTransfer: true }),
  };
}

function askAboutOrder(): void {
  if (!isUnanswered(requestOf($orderLines.get()))) {
    refreshQuote(fetchQuote).then(() => isNothingLeft() && $problem.set(NOTHING_LEFT));
    fillFromAccount().catch(console.warn);
    return;
  }
  if (!$sheet.get()) {
    if ($step.get() !== LAST_STEP) replaceStep(LAST_STEP);
    showStep(LAST_STEP);
  }
  $problem.set({
    kind: 'message',
    text: 'We did not hear back about your order. Press Complete Order to send it again: it is never placed twice.',
  });
}

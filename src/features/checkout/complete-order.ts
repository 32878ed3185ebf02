import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { readText, writeText } from '#browser/storage.ts';
import { timeoutSignal } from '#browser/timeout-signal.ts';
import type { PlacedOrder } from '#domain/orders/contract.ts';
import { normalizePhone } from '#domain/phone.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { $cartLines, changeCart } from '#features/cart/cart-store.ts';
import { applyServerQuote, refreshQuote } from '#features/cart/current-prices.ts';
import { $asking, $discount, keepDiscount, NO_DISCOUNT } from '#features/cart/discount.ts';
import { removeOrdered } from '#features/cart/edit-cart.ts';
import { fetchQuote } from '#features/cart/fetch-quote.ts';
import { queueForLater } from '#features/offline/queued-orders-store.ts';
import { type DeviceOrder, saveDeviceOrder } from '#features/orders/device-orders.ts';
import { $typedRecipient } from '#features/orders/typed-recipient.ts';
import { attemptKey, endAttempt, isUnanswered } from '#features/place-order/attempt.ts';
import type { OrderRequest } from '#features/place-order/order-request.ts';
import { mayBePlaced, sendOrder } from '#features/place-order/send-order.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';
import { $profile } from '#features/shopper/device-profile.ts';
import { keepOpenOrder } from '#features/shopper/open-order.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import { cityQuestion, INCOMPLETE, missingFields, profileAfter, profileFrom, refusalInForm } from './checkout-form.ts';
import { NOTHING_LEFT, problemFrom, type RepeatedOrder } from './checkout-problem.ts';
import {
  $form,
  $isSending,
  $orderQueued,
  $placedOrder,
  $problem,
  isNothingLeft,
  keepWrap,
  orderedForm,
  type Placed,
  reportProblem,
  requestOf,
  startOver,
} from './checkout-store.ts';
import { $orderLines, $sheet } from './order-lines.ts';

/**
 * Validates and sends the order, and shows the result. The cart is emptied only when the server has accepted the order. `repeat`
 * confirms that the shopper wants the order of a moment ago a second time.
 */
export async function completeOrder({ repeat = false } = {}): Promise<void> {
  if ($isSending.get()) return;
  const sheet = $sheet.get();
  const missing = missingFields($form.get(), sheet?.required);
  if (Object.keys(missing).length || !$orderLines.get().length) {
    reportProblem({ kind: 'message', text: sheet?.incomplete ?? INCOMPLETE }, missing);
    return;
  }
  if (isNothingLeft()) {
    reportProblem(NOTHING_LEFT);
    return;
  }
  $isSending.set(true);
  $problem.set(null);
  try {
    const question = await cityQuestion($form.get());
    if (question) {
      reportProblem({ kind: 'message', text: question }, { city: question });
      return;
    }
    await $asking.get();
    if (!allHaveProductIds()) await resolveProductIds().catch(console.warn);
    if (allHaveProductIds()) await send($orderLines.get(), repeat);
    else reportProblem({ kind: 'message', text: LOCAL_ITEMS });
  } finally {
    $isSending.set(false);
  }
}

const LOCAL_ITEMS = 'One or more items are not available for checkout yet. Please remove items added locally or try again later.';

function allHaveProductIds(): boolean {
  return $orderLines.get().every(({ product }) => isProductId(product.id));
}

/** Only carts with pieces that staff drafted in this browser need it. */
async function resolveProductIds(): Promise<void> {
  const { fetchListed, withProductIds } = await import('./product-ids.ts');
  const listed = await fetchListed();
  changeCart((lines) => withProductIds(lines, listed));
}

async function send(lines: CartLine[], repeat: boolean): Promise<void> {
  const body = { ...requestOf(lines), ...(repeat && { repeat }) };
  // Without any line nothing leaves the device.
  const maybePlaced = navigator.onLine || isUnanswered(body);
  try {
    const order = await postOrder(body);
    endAttempt();
    forgetCode(body);
    showPlaced({ ...order, phone: order.customerPhone }, lines);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (!mayBePlaced(failure)) endAttempt();
    if (failure.status === 0 && (await isOffline()) && (await keep(body, lines, maybePlaced))) return;
    const { text, fieldErrors } = refusalInForm(failure, $form.get());
    const problem = problemFrom(failure, lines, text);
    if (problem.kind === 'price_changed') {
      applyServerQuote(problem.quote);
      if (body.code) keepDiscount(problem.quote);
      keepWrap(problem.quote);
    }
    // So that the lines say it, too.
    if (problem.kind === 'choice_required') refreshQuote(fetchQuote);
    reportProblem(problem, fieldErrors);
  }
}

const PROBE_TIMEOUT_MS = 5_000;

/** Whether the shop cannot be reached at all. Online, an order that lost its answer is sent again by hand. */
async function isOffline(): Promise<boolean> {
  if (!navigator.onLine) return true;
  const probe = { method: 'HEAD', cache: 'no-store', signal: timeoutSignal(PROBE_TIMEOUT_MS) } as const;
  return fetch('/build.json', probe).then(
    () => false,
    () => true,
  );
}

/** Keeps an order until the device is online, under the key it was sent with. False where the browser keeps nothing. */
async function keep(body: OrderRequest, lines: CartLine[], maybePlaced: boolean): Promise<boolean> {
  try {
    await queueForLater({
      key: await attemptKey(body, $cartLines.get()),
      // Proof that a person filled in the form, as `callApi` adds it.
      body: { ...body, remark: '', filledInMs: Math.round(performance.now()) },
      headers: { 'X-Device': deviceId() },
      token: shopperToken(),
      draft: { form: $form.get(), lines },
      maybePlaced,
    });
  } catch (failure) {
    console.warn('The order could not be kept', failure);
    return false;
  }
  forgetCode(body);
  removeOrdered(lines);
  startOver();
  $orderQueued.set({ maybePlaced });
  return true;
}

/** A code that was sent has done its work; one that was not may be taken next time. */
function forgetCode({ code }: OrderRequest): void {
  if (code) $discount.set(NO_DISCOUNT);
}

/** Keeps the order of a moment ago: shows it as submitted and sends nothing. */
export function keepFirstOrder({ order, lines }: RepeatedOrder): void {
  showPlaced({ ...order, phone: normalizePhone($form.get().phone) ?? '' }, lines);
}

function showPlaced(order: DeviceOrder & Placed, lines: CartLine[]): void {
  saveDeviceOrder(order);
  const { orderNumber, pageKey } = order;
  if (pageKey) {
    keepOpenOrder(orderNumber, pageKey);
    const { name, phone, address, city } = profileFrom(orderedForm());
    $typedRecipient.set({ orderNumber, name, phone, address, city, changedAt: null });
  }
  $profile.set(profileAfter(orderedForm(), $profile.get()));
  removeOrdered(lines);
  startOver();
  $placedOrder.set(order);
}

async function postOrder(body: OrderRequest): Promise<PlacedOrder> {
  // The whole cart stays as it is until the shop has answered, also beside the line that the sheet orders.
  const key = await attemptKey(body, $cartLines.get());
  return sendOrder({ key, body, headers: { 'X-Device': deviceId() }, token: shopperToken(), honeypot: true });
}

const DEVICE_KEY = 'device_v1';

/** A random id of this browser, sent with orders so that the server can limit open orders per device. It tells nothing else. */
function deviceId(): string {
  const stored = readText(DEVICE_KEY);
  if (stored && /^[\w-]{8,64}$/.test(stored)) return stored;
  const created = randomKey();
  writeText(DEVICE_KEY, created);
  return created;
}

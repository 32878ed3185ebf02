import { ApiFailure } from '#browser/api.ts';
import { asRecord } from '#browser/storage.ts';
import { timeoutSignal } from '#browser/timeout-signal.ts';
import { applyServerQuote } from '#features/cart/current-prices.ts';
import { linesOf, takeBack } from '#features/offline/queued-orders-store.ts';
import type { QueuedOrder } from '#features/place-order/queue.ts';
import { parseForm, refusalInForm } from './checkout-form.ts';
import { problemFrom } from './checkout-problem.ts';
import { reportProblem, restoreForm } from './checkout-store.ts';
import { $discount, keepDiscount, NO_DISCOUNT } from './discount.ts';

const PROBE_TIMEOUT_MS = 5_000;

/** Whether the shop cannot be reached at all. Online, an order that lost its answer is sent again by hand. */
export async function isOffline(): Promise<boolean> {
  if (!navigator.onLine) return true;
  const probe = { method: 'HEAD', cache: 'no-store', signal: timeoutSignal(PROBE_TIMEOUT_MS) } as const;
  return fetch('/build.json', probe).then(
    () => false,
    () => true,
  );
}

/** Takes a kept order back into the checkout, with what the shop asked about it. False when it is just being sent. */
export async function reopen(order: QueuedOrder): Promise<boolean> {
  if (!(await takeBack(order))) return false;
  const form = parseForm(asRecord(order.draft).form);
  restoreForm(form);
  const code = order.body?.code;
  if (code) $discount.set({ ...NO_DISCOUNT, code });
  if (order.answer && 'refusal' in order.answer) {
    const { status, code, message, errors, details } = order.answer.refusal;
    const failure = new ApiFailure(status, code, message, errors, details);
    const { text, fieldErrors } = refusalInForm(failure, form);
    const problem = problemFrom(failure, linesOf(order), text);
    if (problem.kind === 'price_changed') {
      applyServerQuote(problem.quote);
      if (code) keepDiscount(problem.quote);
    }
    reportProblem(problem, fieldErrors);
  }
  return true;
}

import { ApiFailure } from '#browser/api.ts';
import { asRecord } from '#browser/storage.ts';
import { applyServerQuote } from '#features/cart/current-prices.ts';
import { $discount, keepDiscount, NO_DISCOUNT } from '#features/cart/discount.ts';
import { linesOf, takeBack } from '#features/offline/queued-orders-store.ts';
import type { QueuedOrder } from '#features/place-order/queue.ts';
import { parseForm, refusalInForm } from './checkout-form.ts';
import { problemFrom } from './checkout-problem.ts';
import { keepWrap, reportProblem, restoreForm } from './checkout-store.ts';

/** Takes a kept order back into the checkout, with what the shop asked about it. False when it is just being sent. */
export async function reopen(order: QueuedOrder): Promise<boolean> {
  if (!(await takeBack(order))) return false;
  const form = parseForm(asRecord(order.draft).form);
  restoreForm(form);
  const sent = order.body?.code;
  if (sent) $discount.set({ ...NO_DISCOUNT, code: sent });
  if (order.answer && 'refusal' in order.answer) {
    const { status, code, message, errors, details } = order.answer.refusal;
    const failure = new ApiFailure(status, code, message, errors, details);
    const { text, fieldErrors } = refusalInForm(failure, form);
    const problem = problemFrom(failure, linesOf(order), text);
    if (problem.kind === 'price_changed') {
      applyServerQuote(problem.quote);
      if (sent) keepDiscount(problem.quote);
      keepWrap(problem.quote);
    }
    reportProblem(problem, fieldErrors);
  }
  return true;
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { type CartQuote, cartQuote } from '#domain/cart/contract.ts';
import type { RefusedCode } from '#domain/discounts/contract.ts';
import { staffRefusalText } from '#domain/discounts/staff-refusal-text.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { postOrder, quoteQuery } from './new-order-api.ts';
import { codeOf, type OrderDraft, payloadOf, phoneOf, problemsByField, problemsOf, withBlockReason } from './order-draft.ts';

interface Placing {
  draft: OrderDraft;
  /** Whether the customer is known to be blocked. The server looks again. */
  isBlocked: boolean;
  /** The customer's store credit, in rupees. */
  credit: number;
  /** Keeps the key of an attempt whose answer may still be lost. */
  onAttempt: (key: string | null) => void;
  onPlaced: (order: StaffOrder) => void;
}

/** What a code was refused for: with other pieces, or to somebody else, it may hold. */
type Asked = { code: string; phone: string | null; lines: OrderDraft['lines'] };

/** Places the order of a draft. A refusal says what is wrong at the fields, or above all; nothing typed is lost. */
export function usePlacing({ draft, isBlocked, credit, onAttempt, onPlaced }: Placing) {
  const client = useQueryClient();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [errorText, setErrorText] = useState('');
  const [repeated, setRepeated] = useState<string | null>(null);
  /** Whose block only a refusal told of. */
  const [blockedPhone, setBlockedPhone] = useState<string | null>(null);
  /** A code that takes nothing off for this customer, as staff were told. */
  const [gone, setGone] = useState<(Asked & { refused: RefusedCode }) | null>(null);
  const phone = phoneOf(draft.person);
  const asked: Asked = { code: codeOf(draft), phone, lines: draft.lines };
  const isStill = gone && gone.code === asked.code && gone.phone === phone && gone.lines === draft.lines;
  const refusedCode = isStill ? gone.refused : null;
  const needsReason = isBlocked || (phone !== null && phone === blockedPhone);
  const sent = needsReason ? draft : withBlockReason(draft, '');
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ quote, key, repeat }: { quote: CartQuote; key: string; repeat: boolean }) =>
      postOrder(payloadOf(sent, quote, repeat, credit), key),
  });

  /** An order without the code that staff typed is placed only once they know. */
  function tellOfCode(refused: RefusedCode): void {
    setGone({ ...asked, refused });
    setErrorText(`${staffRefusalText(refused)} Place the order again to have it without the code.`);
  }

  async function place(quote: CartQuote, repeat = false): Promise<void> {
    const wrong = problemsOf(sent, needsReason);
    setProblems(wrong);
    setErrorText(Object.keys(wrong).length > 0 ? (wrong.items ?? 'Please check the marked fields.') : '');
    if (Object.keys(wrong).length > 0) return;
    if (quote.refusedCode && !refusedCode) {
      tellOfCode(quote.refusedCode);
      return;
    }
    const key = (!repeat && draft.sentAs) || randomKey();
    onAttempt(key);
    try {
      onPlaced(await mutateAsync({ quote, key, repeat }));
    } catch (error) {
      await refused(error);
    }
  }

  async function refused(error: unknown): Promise<void> {
    const failure = error instanceof ApiFailure ? error : null;
    // A refusal placed nothing. Without an answer that is not known.
    if (failure && failure.status >= 400 && failure.status < 500) onAttempt(null);
    if (failure?.code === 'order_repeated') {
      setRepeated(failure.message);
      return;
    }
    const isPrice = failure?.code === 'price_changed' || failure?.code === 'code_gone';
    const quote = isPrice ? cartQuote.safeParse(failure.details).data : undefined;
    if (quote) {
      const { queryKey } = quoteQuery(draft.lines, quote.refusedCode || refusedCode ? '' : asked.code);
      // An answer that is still on its way has the price of before.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, quote);
    }
    // What is left has changed as well.
    else void client.invalidateQueries();
    const isRefusedAsBlocked = failure?.code === 'customer_blocked';
    if (isRefusedAsBlocked) setBlockedPhone(phone);
    setProblems(isRefusedAsBlocked ? { blockReason: 'Required' } : problemsByField(failure?.errors ?? []));
    if (quote?.refusedCode) {
      tellOfCode(quote.refusedCode);
      return;
    }
    setErrorText(failureText(error, 'The order could not be sent. It stays here: send it again when you are back online'));
  }

  return { place, isPending, problems, needsReason, errorText, refusedCode, repeated, forgetRepeated: () => setRepeated(null) };
}

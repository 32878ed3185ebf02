import { type SubmitEvent, useRef, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { withoutField } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { ExchangeQuote } from '#domain/returns/asked-pieces.ts';
import type { ReturnKind, ReturnOutcome, ReturnReason } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { linkIn, refusalText } from './order-page-link.ts';
import { type ReturnPhoto, sendPhotos } from './ReturnPhotos.tsx';
import { wishesOf } from './return-texts.ts';
import { useExchangeQuote } from './use-exchange-quote.ts';
import { type Chosen, mayAsk, type ReturnItem } from './wanted.ts';

/** What is typed and chosen of a request, what an exchange comes to, and sending it. Whatever fails, it stays. */
export function useReturnForm({ kinds, items, evidence, outcomes }: PageReturns, onAsked: (page: OrderPage) => void) {
  const [kind, setKind] = useState<ReturnKind>(kinds[0] ?? 'return');
  const [outcome, setOutcome] = useState<ReturnOutcome | ''>('');
  const [reason, setReason] = useState<ReturnReason | ''>('');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Record<string, Chosen>>({});
  const [photos, setPhotos] = useState<ReturnPhoto[]>([]);
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors, forget] = useFieldErrors<string>();
  const [error, setError] = useState('');
  /** The same request sent again has the key that it had. */
  const sent = useRef({ key: '', text: '' });
  const wishes = wishesOf(kind, outcomes);
  const wish = wishes.length === 1 ? wishes[0] : wishes.find((one) => one === outcome);
  const needsPhoto = evidence.includes(kind);
  const asked = items.filter((item) => chosen[item.itemId] && mayAsk(kind, item) > 0);
  const isExchange = wish === 'exchange';
  const lacksWanted = ({ itemId }: ReturnItem) => kind === 'exchange' && !chosen[itemId]?.wanted;
  const pieces = asked.map((item) => {
    const { quantity, wanted } = chosen[item.itemId] ?? { quantity: 1, wanted: null };
    return {
      itemId: item.itemId,
      quantity: Math.min(quantity, mayAsk(kind, item)),
      ...(wanted && isExchange && { wanted }),
    };
  });
  const isQuoted = isExchange && asked.length > 0 && !asked.some(lacksWanted);
  const quote = useExchangeQuote(isQuoted ? { ...linkIn(location), kind, items: pieces } : null);

  function check(): Record<string, string> {
    const found: Record<string, string> = {};
    if (asked.length === 0) found['items'] = 'Choose at least one piece';
    for (const item of asked) if (lacksWanted(item)) found[`wanted ${item.itemId}`] = 'Choose what you want instead';
    if (!reason) found['reason'] = 'Choose a reason';
    if (!wish) found['outcome'] = 'Choose what you would like';
    if (needsPhoto && photos.length === 0) found['photoIds'] = 'Add a photo that shows what is wrong';
    if (words.length > 500) found['words'] = 'At most 500 characters';
    return found;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    const found = check();
    setErrors(found);
    setError('');
    if (focusField(form, found) || Object.keys(found).length > 0) return;
    if (isQuoted && quote.state.is !== 'shown') {
      setError('Please wait until you see what the exchange comes to.');
      return;
    }
    setIsSending(true);
    try {
      await send();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setIsSending(false);
      if (failure.code === 'price_changed') {
        quote.replace(failure.details as ExchangeQuote);
        setError('The sum has just changed. Please look at it, and send the request again.');
        return;
      }
      const refused = Object.fromEntries(failure.errors.map(({ path, message }) => [fieldOf(path, asked), message]));
      setErrors(refused);
      if (!focusField(form, refused)) setError(refusalText(failure));
    }
  }

  async function send() {
    const photoIds = await sendPhotos(photos, setPhotos);
    const { state } = quote;
    const body = {
      ...linkIn(location),
      ...{ kind, outcome: wish, reason, words: words.trim(), photoIds, items: pieces },
      ...(state.is === 'shown' && { balanceSeen: state.quote.due - state.quote.back }),
    };
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { key: randomKey(), text };
    const headers = { 'Idempotency-Key': sent.current.key };
    onAsked(await callApi<OrderPage>('POST', '/order-page/returns', { body, headers }));
  }

  return {
    ...{ kind, reason, setReason, words, setWords, chosen, photos, setOutcome },
    ...{ wishes, wish, isExchange, needsPhoto, quote, isSending, errors, error, submit, forget },
    chooseKind(one: ReturnKind) {
      setKind(one);
      setReason('');
      setErrors({});
    },
    setPhotos(next: ReturnPhoto[]) {
      setPhotos(next);
      if (next.length > 0) setErrors((before) => withoutField(before, 'photoIds'));
    },
    choosePieces(itemId: string, next: Chosen | null) {
      const { [itemId]: _, ...others } = chosen;
      setChosen(next ? { ...others, [itemId]: next } : others);
      const { items: _items, [`wanted ${itemId}`]: _wanted, ...left } = errors;
      setErrors(left);
    },
  };
}

/** `items.0.wanted` of the server is the field of that line here. */
function fieldOf(path: string, asked: readonly ReturnItem[]): string {
  const [name = '', place, part] = path.split('.');
  const item = asked[Number(place)];
  return name === 'items' && part === 'wanted' && item ? `wanted ${item.itemId}` : name;
}

/** Focuses the first field that is wrong. False when there is none. */
function focusField(form: HTMLFormElement, wrong: Record<string, string>): boolean {
  const field = [...form.elements].find((control) => {
    const { name } = control as HTMLInputElement;
    return name in wrong || (name === 'item' && 'items' in wrong) || (name === 'photo' && 'photoIds' in wrong);
  });
  (field as HTMLElement | undefined)?.focus();
  return field !== undefined;
}

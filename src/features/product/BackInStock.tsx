import { useEffect, useRef, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { asRecord, parseJson } from '#browser/storage.ts';
import { Field, Honeypot } from '#components/Field.tsx';
import { CHOICE_KINDS, type ChoiceStock, type Counted, countedKinds } from '#domain/variants/choice.ts';
import { choiceName } from '#domain/variants/choice-text.ts';

interface Props {
  productId: string;
  counted: Counted;
}

/**
 * Asks to be told when a sold-out choice is back, by e-mail or phone. Hidden while the product is in stock, until a sold-out choice is tapped:
 * `product-page.ts` then names it in `data-tell`.
 */
export function BackInStock({ productId, counted }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [offered, setOffered] = useState(() => soldOutChoices(counted));
  const [choice, setChoice] = useState(0);
  const [address, setAddress] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [notice, setNotice] = useState('');

  useEffect(() => {
    const offer = details.current;
    if (!offer) return;
    const read = () => {
      // What has sold out since the page was built.
      const now = soldOutChoices(countedOnPage() ?? counted);
      const wanted = { ...chosenOnPage(), ...asRecord(parseJson(offer.dataset['tell'])) };
      const asked = now.filter((sold) =>
        CHOICE_KINDS.every((kind) => !wanted[kind] || !sold[kind] || sold[kind] === wanted[kind]),
      );
      setOffered(asked.length > 0 ? asked : now);
      setChoice(0);
      setNotice('');
      if (offer.dataset['tell']) offer.querySelector<HTMLInputElement>('input.field')?.focus();
    };
    read();
    const taps = new MutationObserver(read);
    taps.observe(offer, { attributeFilter: ['data-tell', 'open'] });
    return () => taps.disconnect();
  }, [counted]);

  const submit = async () => {
    if (!address.trim()) return setError('Enter an e-mail address or a phone number');
    setIsSending(true);
    setError('');
    setNotice('');
    const { color, size } = offered[choice] ?? { color: '', size: '' };
    const reach = address.includes('@') ? { email: address.trim() } : { phone: address.trim() };
    const body = { ...reach, ...(color && { color }), ...(size && { size }) };
    await callApi('POST', `/products/${productId}/notices`, { body, honeypot: true }).then(
      () => setNotice(`Noted. We’ll tell you once when ${choiceName({ color, size }) || 'it'} is back.`),
      (failure: unknown) => setError(textOf(failure)),
    );
    setIsSending(false);
  };

  return (
    <details
      data-back-in-stock
      ref={details}
      hidden={counted.stockQuantity > 0}
      // All that is left to do on the page of a product without a piece.
      open={counted.stockQuantity === 0}
      // Shown by live-choices.ts, maybe before this hydrates.
      suppressHydrationWarning
      className="group/back mt-4 text-sm"
    >
      <summary className="inline-flex min-h-8 list-none items-center text-ink-soft underline decoration-gold underline-offset-4 hover:text-ink [&::-webkit-details-marker]:hidden">
        Tell me when {offered.length === 1 && offered[0] ? choiceName(offered[0]) || 'it' : 'it'} is back
      </summary>
      <form
        noValidate
        aria-label="Tell me when it is back"
        className="mt-2 max-w-md space-y-4 rounded-sm bg-cream p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) submit();
        }}
      >
        {offered.length > 1 && (
          <Field label="Which one">
            {(control) => (
              <select {...control} className="field" value={choice} onChange={({ target }) => setChoice(Number(target.value))}>
                {offered.map((sold, index) => (
                  <option key={choiceName(sold)} value={index}>
                    {choiceName(sold)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label="E-mail or phone" error={error}>
          {(control) => (
            <input
              {...control}
              className="field"
              autoComplete="email"
              value={address}
              onChange={({ target }) => {
                setAddress(target.value);
                setError('');
              }}
            />
          )}
        </Field>
        <Honeypot />
        <button type="submit" className="btn btn-outline" disabled={isSending}>
          {isSending ? 'Sending…' : 'Tell me'}
        </button>
        <p role="status" className="text-leaf empty:hidden">
          {notice}
        </p>
        <p className="text-xs text-muted">One message, nothing else.</p>
      </form>
    </details>
  );
}

/** The sold-out choices; one without colour and size for a product that is counted as a whole. */
function soldOutChoices(counted: Counted): Pick<ChoiceStock, 'color' | 'size'>[] {
  if (countedKinds(counted).length > 0) return (counted.variants ?? []).filter(({ stockQuantity }) => stockQuantity === 0);
  return counted.stockQuantity > 0 ? [] : [{ color: '', size: '' }];
}

/** What `live-product.ts` last wrote. */
function countedOnPage(): Counted | undefined {
  const found = parseJson(document.querySelector<HTMLElement>('#product')?.dataset['product']);
  return found ? (asRecord(found) as unknown as Counted) : undefined;
}

function chosenOnPage(): Record<string, unknown> {
  const chosen = document.querySelectorAll<HTMLInputElement>('[data-product-form] [type=radio]:checked');
  return Object.fromEntries([...chosen].map(({ name, value }) => [name, value]));
}

function textOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'That did not work. Please try again later.';
  return failure.errors[0]?.message ?? failure.message;
}

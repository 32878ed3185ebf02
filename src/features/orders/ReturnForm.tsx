import { type SubmitEvent, useRef, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { Field } from '#components/Field.tsx';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import {
  type ReturnKind,
  type ReturnOutcome,
  type ReturnReason,
  reasonsOf,
  returnReasonLabels,
} from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { linkIn, refusalText } from './order-page-link.ts';
import { type ReturnPhoto, ReturnPhotos, sendPhotos } from './ReturnPhotos.tsx';
import { KIND_TEXTS, OUTCOME_TEXTS, obstacleText, wishesOf } from './return-texts.ts';
import { type Wanted, WantedChoice } from './WantedChoice.tsx';

type Item = PageReturns['items'][number];

/** What was chosen of a line: how many pieces, and what instead. */
interface Chosen {
  quantity: number;
  wanted: Wanted | null;
}

interface Props {
  returns: PageReturns;
  onAsked: (page: OrderPage) => void;
  onCancel: () => void;
}

/** The button that was pressed is gone. */
function focusForm(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true });
}

const mayAsk = (kind: ReturnKind, { mayReturn, mayClaim }: Item): number => (kind === 'claim' ? mayClaim : mayReturn);

/** Asks for a return, an exchange or a claim: which pieces, why, and what shall become of it. Whatever fails, what was typed and chosen stays. */
export default function ReturnForm({ returns, onAsked, onCancel }: Props) {
  const { kinds, items, evidence, outcomes, shopPays } = returns;
  const [kind, setKind] = useState<ReturnKind>(kinds[0] ?? 'return');
  const [outcome, setOutcome] = useState<ReturnOutcome | ''>('');
  const [reason, setReason] = useState<ReturnReason | ''>('');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Record<string, Chosen>>({});
  const [photos, setPhotos] = useState<ReturnPhoto[]>([]);
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState('');
  /** The same request sent again has the key that it had. */
  const sent = useRef({ key: '', text: '' });
  const wishes = wishesOf(kind, outcomes);
  const wish = wishes.length === 1 ? wishes[0] : wishes.find((one) => one === outcome);
  const needsPhoto = evidence.includes(kind);
  const asked = items.filter((item) => chosen[item.itemId] && mayAsk(kind, item) > 0);
  const needsWanted = kind === 'exchange';

  function check(): Record<string, string> {
    const found: Record<string, string> = {};
    if (asked.length === 0) found['items'] = 'Choose at least one piece';
    for (const { itemId } of asked)
      if (needsWanted && !chosen[itemId]?.wanted) found[`wanted ${itemId}`] = 'Choose what you want instead';
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
    if (Object.keys(found).length > 0) {
      focusField(form, found);
      return;
    }
    setIsSending(true);
    try {
      const photoIds = await sendPhotos(photos, setPhotos);
      const body = {
        ...linkIn(location),
        ...{ kind, outcome: wish, reason, words: words.trim(), photoIds },
        items: asked.map((item) => {
          const { quantity, wanted } = chosen[item.itemId] ?? { quantity: 1, wanted: null };
          return {
            itemId: item.itemId,
            quantity: Math.min(quantity, mayAsk(kind, item)),
            ...(wanted && wish === 'exchange' && { wanted }),
          };
        }),
      };
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { key: randomKey(), text };
      const headers = { 'Idempotency-Key': sent.current.key };
      onAsked(await callApi<OrderPage>('POST', '/order-page/returns', { body, headers }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setIsSending(false);
      const refused = Object.fromEntries(failure.errors.map(({ path, message }) => [fieldOf(path, asked), message]));
      setErrors(refused);
      if (!focusField(form, refused)) setError(refusalText(failure));
    }
  }

  return (
    <form
      ref={focusForm}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
      aria-label="Return, exchange or claim"
      className="mt-6 space-y-6 border-t outline-none border-line pt-6"
    >
      <fieldset>
        <legend className="field-label">What is it about?</legend>
        <div className="mt-1 grid gap-3 sm:grid-cols-3">
          {kinds.map((one) => (
            <label
              key={one}
              className="flex cursor-pointer gap-3 rounded-sm border border-line p-4 has-checked:border-ink has-checked:bg-cream has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
            >
              <input
                type="radio"
                name="kind"
                value={one}
                checked={kind === one}
                onChange={() => {
                  setKind(one);
                  setReason('');
                  setErrors({});
                }}
                className="mt-1 size-5 shrink-0 accent-ink"
              />
              <span>
                <span className="block font-medium">{KIND_TEXTS[one].text}</span>
                <span className="block text-sm text-ink-soft">{KIND_TEXTS[one].hint}</span>
              </span>
            </label>
          ))}
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          {shopPays.includes(kind) ? 'We pay the way back.' : 'The way back is paid by you.'}
        </p>
      </fieldset>
      <fieldset aria-describedby={errors['items'] ? 'return-items' : undefined}>
        <legend className="field-label">Which pieces?</legend>
        <ul className="mt-1 divide-y divide-line rounded-sm border border-line">
          {items.map((item) => (
            <Line
              key={item.itemId}
              item={item}
              most={mayAsk(kind, item)}
              kind={kind}
              chosen={chosen[item.itemId]}
              wantsOther={wish === 'exchange'}
              error={errors[`wanted ${item.itemId}`]}
              onChange={(next) => {
                const { [item.itemId]: _, ...others } = chosen;
                setChosen(next ? { ...others, [item.itemId]: next } : others);
              }}
            />
          ))}
        </ul>
        <p id="return-items" role="alert" className="field-error empty:hidden">
          {errors['items']}
        </p>
      </fieldset>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Why?" error={errors['reason']}>
          {(control) => (
            <select
              {...control}
              name="reason"
              value={reason}
              onChange={({ target }) => setReason(target.value as ReturnReason)}
              className="field"
            >
              <option value="">Please choose</option>
              {reasonsOf(kind).map((one) => (
                <option key={one} value={one}>
                  {returnReasonLabels[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {wishes.length > 1 && (
          <Field label="What would you like?" error={errors['outcome']}>
            {(control) => (
              <select
                {...control}
                name="outcome"
                value={wish ?? ''}
                onChange={({ target }) => setOutcome(target.value as ReturnOutcome)}
                className="field"
              >
                <option value="">Please choose</option>
                {wishes.map((one) => (
                  <option key={one} value={one}>
                    {OUTCOME_TEXTS[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      <Field label="Anything we should know? (optional)" error={errors['words']}>
        {(control) => (
          <textarea
            {...control}
            name="words"
            rows={3}
            dir="auto"
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className="field"
          />
        )}
      </Field>
      <ReturnPhotos photos={photos} isNeeded={needsPhoto} error={errors['photoIds']} onChange={setPhotos} />
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={isSending} className="btn btn-primary max-sm:w-full">
          {isSending ? 'Sending...' : 'Ask the shop'}
        </button>
        <button type="button" onClick={onCancel} className="btn btn-outline max-sm:w-full">
          Not now
        </button>
      </div>
    </form>
  );
}

/** `items.0.wanted` of the server is the field of that line here. */
function fieldOf(path: string, asked: readonly Item[]): string {
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

interface LineProps {
  item: Item;
  /** How many may be asked for now; 0 says why not. */
  most: number;
  kind: ReturnKind;
  chosen: Chosen | undefined;
  wantsOther: boolean;
  error: string | undefined;
  onChange: (chosen: Chosen | null) => void;
}

function Line({ item, most, kind, chosen, wantsOther, error, onChange }: LineProps) {
  const name = pieceName(item.productName, choiceOf(item));
  const isChosen = most > 0 && chosen !== undefined;
  return (
    <li className="px-4 py-3">
      <label className={`flex min-h-11 items-center gap-3 ${most > 0 ? 'cursor-pointer' : ''}`}>
        <input
          type="checkbox"
          name="item"
          disabled={most === 0}
          checked={isChosen}
          onChange={({ target }) => onChange(target.checked ? { quantity: most, wanted: null } : null)}
          className="size-5 shrink-0 accent-ink"
        />
        <span className={`min-w-0 break-words ${most === 0 ? 'text-muted' : ''}`}>
          {name}
          {most > 1 && <span className="text-ink-soft"> × {most}</span>}
          {most === 0 && <span className="block text-sm">{obstacleText(item.obstacle, item.because)}</span>}
        </span>
      </label>
      {isChosen && (
        <div className="mt-1 ml-8 flex flex-wrap gap-4">
          {most > 1 && (
            <Field label={`How many of ${item.productName}?`}>
              {(control) => (
                <select
                  {...control}
                  value={Math.min(chosen.quantity, most)}
                  onChange={({ target }) => onChange({ ...chosen, quantity: Number(target.value) })}
                  className="field"
                >
                  {Array.from({ length: most }, (_, place) => place + 1).map((count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {wantsOther && (
            <WantedChoice
              item={item}
              mayKeepSame={kind === 'claim'}
              wanted={chosen.wanted}
              error={error}
              onChange={(wanted) => onChange({ ...chosen, wanted })}
            />
          )}
        </div>
      )}
    </li>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { putReadyText, readyTextsQuery } from '#admin/data/ready-texts/queries.ts';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { ApiFailure } from '#browser/api.ts';
import { SHOP } from '#built/settings.ts';
import { Field } from '#components/Field.tsx';
import type { ReadyText } from '#domain/ready-texts/contract.ts';
import {
  fillReadyText,
  isRightToLeft,
  MAX_READY_TEXT_LENGTH,
  PLACEHOLDERS,
  type Placeholder,
  placeholderComplaint,
  type ReadyTextValues,
  readyTextNames,
} from '#domain/ready-texts/ready-texts.ts';
import { SaveBar } from './SaveBar.tsx';

/** The order of the preview. */
const SAMPLE: ReadyTextValues = {
  name: 'Ayesha Khan',
  order: 'ORD-10042',
  items: '1 × Kundan Bangle (Gold, 2.6)\n2 × Pearl Jhumka',
  total: 'Rs. 4,350',
  due: 'Rs. 3,850',
  city: 'Lahore',
  link: `${globalThis.location?.origin}/order/ORD-10042#…`,
  shop: SHOP.name,
  code: '4821',
  advance: 'Rs. 500',
  until: '26 Nov, 18:00',
  courier: 'TCS',
  tracking: '779301234567',
  return: 'RET-1042',
  answer: 'Please send it to our shop in Liberty Market.',
};

const MEANINGS: Record<Placeholder, string> = {
  name: 'the shopper’s name',
  order: 'the order’s number',
  items: 'its pieces, one to a line',
  total: 'what the order costs',
  due: 'what the rider asks for; a line with it is left out when nothing is',
  city: 'the city',
  link: 'the order’s own page',
  shop: 'the shop’s name',
  code: 'the four digits that the shopper sends to confirm',
  advance: 'what is still missing of the advance',
  until: 'when the advance is due',
  courier: 'who brings the parcel',
  tracking: 'the courier’s tracking number',
  return: 'the number of the return',
  answer: 'what you answered to it',
};

interface Props {
  saved: ReadyText;
  /** What was typed and is not saved; undefined when nothing was. */
  typed: string | undefined;
  onType: (text: string | undefined) => void;
}

/** One text in one language: its words, what may stand in braces, and how it reads. */
export function ReadyTextForm({ saved, typed, onType }: Props) {
  const { key, language, updatedAt } = saved;
  const box = useRef<HTMLTextAreaElement>(null);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: putReadyText,
    onSuccess: (answer) => {
      client.setQueryData(readyTextsQuery.queryKey, (texts = []) =>
        texts.map((text) => (text.key === answer.key && text.language === answer.language ? answer : text)),
      );
      onType(undefined);
      toast(`“${readyTextNames[key]}” was saved`);
    },
    // Somebody else's words are fetched, so that they can be read before they are replaced.
    onError: (failure) => {
      if (failure instanceof ApiFailure && failure.code === 'edited_meanwhile') void client.invalidateQueries();
    },
  });
  const text = typed ?? saved.text;
  const isOvertaken = error instanceof ApiFailure && error.code === 'edited_meanwhile';
  const complaint = complaintOf(text);

  function change(words: string): void {
    reset();
    onType(words === saved.text ? undefined : words);
  }

  function insert(name: Placeholder): void {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
    change(`${text.slice(0, selectionStart)}{${name}}${text.slice(selectionEnd)}`);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(selectionStart + name.length + 2, selectionStart + name.length + 2);
    });
  }

  return (
    <form
      noValidate
      aria-label={readyTextNames[key]}
      className="mt-4 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!complaint) mutate({ key, language, text, updatedAt });
      }}
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <div>
          <Field
            label="Text"
            error={(typed !== undefined && complaint) || (error ? failureText(error, 'Failed to save the text') : undefined)}
          >
            {(aria) => (
              <textarea
                {...aria}
                ref={box}
                rows={11}
                lang={language}
                dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
                className="field leading-relaxed"
                value={text}
                onChange={({ target }) => change(target.value)}
              />
            )}
          </Field>
          {isOvertaken && (
            <p className="mt-2 text-sm text-ink-soft">Theirs is saved now; yours is above. Saving again replaces theirs.</p>
          )}
          <fieldset aria-label="Insert" className="mt-3 flex flex-wrap gap-2">
            {PLACEHOLDERS.map((name) => (
              <button key={name} type="button" title={MEANINGS[name]} onClick={() => insert(name)} className="choice">
                {`{${name}}`}
                <span className="sr-only">, {MEANINGS[name]}</span>
              </button>
            ))}
          </fieldset>
          <p className="mt-2 text-sm text-muted">
            A line is left out for an order that has nothing to put into it, such as a city.
          </p>
          {updatedAt && (
            <button
              type="button"
              disabled={isPending}
              onClick={() => mutate({ key, language, text: null, updatedAt })}
              className="btn btn-outline mt-3"
            >
              Back to the default
            </button>
          )}
        </div>
        <div>
          <p className="field-label">Preview</p>
          <p
            lang={language}
            dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
            className="rounded-lg rounded-tr-none [unicode-bidi:plaintext] bg-[#e3f6d8] px-4 py-3 leading-relaxed break-words whitespace-pre-wrap"
          >
            {fillReadyText(text, SAMPLE)}
          </p>
        </div>
      </div>
      <SaveBar isDirty={typed !== undefined} isSaving={isPending} onDiscard={() => change(saved.text)} />
    </form>
  );
}

/** What is wrong with a text, before it is sent; null when nothing is. */
function complaintOf(text: string): string | null {
  if (!text.trim()) return 'Enter a text, or go back to the default';
  const isTooLong = text.trim().length > MAX_READY_TEXT_LENGTH;
  return isTooLong ? `At most ${MAX_READY_TEXT_LENGTH} characters, these are ${text.trim().length}` : placeholderComplaint(text);
}

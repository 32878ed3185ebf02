import type { ReturnKind } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { KIND_TEXTS, payerText } from './return-texts.ts';

interface Props extends Pick<PageReturns, 'kinds' | 'shopPays'> {
  kind: ReturnKind;
  onChange: (kind: ReturnKind) => void;
}

/** What the request is about, and who pays for the parcel. */
export function ReturnKinds({ kinds, shopPays, kind, onChange }: Props) {
  return (
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
              onChange={() => onChange(one)}
              className="mt-1 size-5 shrink-0 accent-ink"
            />
            <span>
              <span className="block font-medium">{KIND_TEXTS[one].text}</span>
              <span className="block text-sm text-ink-soft">{KIND_TEXTS[one].hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-soft">{payerText(shopPays.includes(kind))}</p>
    </fieldset>
  );
}

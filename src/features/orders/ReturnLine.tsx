import { Field } from '#components/Field.tsx';
import { photo } from '#components/photo.ts';
import type { ReturnKind } from '#domain/returns/choices.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { obstacleText } from './return-texts.ts';
import { WantedPiece } from './WantedPiece.tsx';
import { type Chosen, mayAsk, type ReturnItem } from './wanted.ts';

interface Props {
  item: ReturnItem;
  kind: ReturnKind;
  chosen: Chosen | undefined;
  wantsOther: boolean;
  error: string | undefined;
  onChange: (chosen: Chosen | null) => void;
}

/** A line of the order: whether it is asked for, how many of it, and what instead. */
export function ReturnLine({ item, kind, chosen, wantsOther, error, onChange }: Props) {
  const most = mayAsk(kind, item);
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
        <img
          {...photo(item.productImage, { widths: [56, 112, 168], sizes: '3.5rem' })}
          alt=""
          className={`size-14 shrink-0 rounded-sm bg-sand object-cover ${most === 0 ? 'opacity-50' : ''}`}
        />
        <span className={`min-w-0 break-words ${most === 0 ? 'text-muted' : ''}`}>
          {pieceName(item.productName, choiceOf(item))}
          {most > 1 && <span className="text-ink-soft"> × {most}</span>}
          {most === 0 && <span className="block text-sm">{obstacleText(item.obstacle, item.because)}</span>}
        </span>
      </label>
      {isChosen && (
        <div className="mt-2 flex flex-wrap gap-4 sm:ml-8">
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
            <WantedPiece
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

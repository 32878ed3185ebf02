import X from 'virtual:icons/x';
import { formatChange, formatCount } from '#admin/kit/formats.ts';
import { type CountedPiece, differenceOf } from './count-sheet.ts';

interface Props {
  piece: CountedPiece;
  isLocked: boolean;
  onCount: (counted: number | null) => void;
  /** Enter: the number is typed. */
  onDone: () => void;
  onRemove: () => void;
}

/** A piece on the count sheet: how many there are in the books, how many were counted, and the difference. */
export function CountRow({ piece, isLocked, onCount, onDone, onRemove }: Props) {
  const { sku, name, stockSeen, counted } = piece;
  const difference = differenceOf(piece);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-muted tabular-nums">
          {sku} · {formatCount(stockSeen)} in the books
        </p>
      </div>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        aria-label={`Counted of ${name}`}
        aria-invalid={counted === null}
        value={counted ?? ''}
        disabled={isLocked}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={({ key }) => key === 'Enter' && onDone()}
        onChange={({ target }) => onCount(/^\d+$/.test(target.value) ? Number(target.value) : null)}
        className="field w-24 tabular-nums"
      />
      <span className={`badge min-w-14 justify-center tabular-nums ${difference === 0 ? 'tone-done' : 'tone-stop'}`}>
        {difference === 0 ? 'Right' : formatChange(difference)}
      </span>
      <button
        type="button"
        onClick={onRemove}
        disabled={isLocked}
        aria-label={`Remove ${name}`}
        className="btn-icon text-muted hover:text-danger"
      >
        <X className="size-5" />
      </button>
    </li>
  );
}

import { formatCount } from '#admin/kit/formats.ts';

interface Props {
  /** What the form showed, what was typed instead, and what there is now. */
  seen: number;
  typed: number;
  now: number;
  onChoose: (stock: number) => void;
}

/** Asks what was meant by a stock that was typed while pieces were sold or came in: that many, or that many more or fewer. */
export function StockChanged({ seen, typed, now, onChoose }: Props) {
  const moved = now + typed - seen;
  return (
    <section aria-label="Stock" className="mb-5 rounded-lg bg-notice px-4 py-3">
      <p className="text-sm">
        The stock was {formatCount(seen)} when you opened this form and is {formatCount(now)} now. You typed {formatCount(typed)}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" onClick={() => onChoose(typed)} className="btn btn-outline px-4">
          Set to {formatCount(typed)}
        </button>
        {moved >= 0 && (
          <button type="button" onClick={() => onChoose(moved)} className="btn btn-outline px-4">
            {typed > seen ? 'Add' : 'Take away'} the same difference ({formatCount(moved)})
          </button>
        )}
      </div>
    </section>
  );
}

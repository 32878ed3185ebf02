import { formatCount } from '#admin/kit/formats.ts';

interface Props {
  /** The stock the form showed, the one typed, and the one now. */
  seen: number;
  typed: number;
  now: number;
  onChoose: (stock: number) => void;
}

/** The stock changed while another was typed: asks for that number or the same difference. */
export function StockChanged({ seen, typed, now, onChoose }: Props) {
  const shifted = now + typed - seen;
  return (
    <section aria-label="Stock" className="mb-5 rounded-lg bg-notice px-4 py-3">
      <p className="text-sm">
        The stock was {formatCount(seen)} when you opened this form and is {formatCount(now)} now. You typed {formatCount(typed)}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" onClick={() => onChoose(typed)} className="btn btn-outline px-4">
          Set to {formatCount(typed)}
        </button>
        {shifted >= 0 && (
          <button type="button" onClick={() => onChoose(shifted)} className="btn btn-outline px-4">
            {typed > seen ? 'Add' : 'Take away'} the same difference ({formatCount(shifted)})
          </button>
        )}
      </div>
    </section>
  );
}

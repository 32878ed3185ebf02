import { formatCount } from '#admin/kit/formats.ts';

interface Props {
  /** The choice that is counted; empty for the product as a whole. */
  choice?: string;
  /** The stock the form showed, the one typed, and the one now. */
  before: number;
  typed: number;
  now: number;
  onChoose: (stock: number) => void;
  /** False where the number is a sum, which has no difference to add. */
  canShift?: boolean;
}

/** The stock changed while another was typed: asks for that number or the same difference. */
export function StockChanged({ choice, before, typed, now, onChoose, canShift = true }: Props) {
  const shifted = now + typed - before;
  return (
    <section aria-label="Stock" className="mb-5 rounded-lg bg-notice px-4 py-3">
      <p className="text-sm">
        The stock{choice && ` of ${choice}`} was {formatCount(before)} when you opened this form and is {formatCount(now)} now.
        You typed {formatCount(typed)}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" onClick={() => onChoose(typed)} className="btn btn-outline px-4">
          Set to {formatCount(typed)}
        </button>
        {canShift && shifted >= 0 && (
          <button type="button" onClick={() => onChoose(shifted)} className="btn btn-outline px-4">
            {typed > before ? 'Add' : 'Take away'} the same difference ({formatCount(shifted)})
          </button>
        )}
      </div>
    </section>
  );
}

import { Icon } from '#components/Icon.tsx';

interface Props {
  /** What is counted, for screen readers. */
  of: string;
  quantity: number;
  max: number;
  onChange: (quantity: number) => void;
}

/** Minus, quantity, plus. */
export function QuantityStepper({ of, quantity, max, onChange }: Props) {
  return (
    <div className="flex items-center rounded-sm border border-line bg-white">
      <button type="button" onClick={() => onChange(quantity - 1)} aria-label={`Decrease quantity of ${of}`} className={BUTTON}>
        <Icon name="minus" className="size-4" />
      </button>
      <span role="status" aria-label={`${quantity} of ${of}`} className="min-w-8 text-center tabular-nums">
        {quantity}
      </span>
      <button
        type="button"
        onClick={() => onChange(quantity + 1)}
        disabled={quantity >= max}
        aria-label={`Increase quantity of ${of}`}
        className={BUTTON}
      >
        <Icon name="plus" className="size-4" />
      </button>
    </div>
  );
}

const BUTTON =
  'grid h-11 w-10 place-items-center transition-colors hover:bg-cream disabled:text-line disabled:hover:bg-transparent';

import { Icon } from '#components/Icon.tsx';
import { STEPS } from './checkout-form.ts';

/** Where the shopper is on the way. */
export function StepIndicator({ step }: { step: number }) {
  return (
    <ol className="flex items-start" aria-label={`Step ${step + 1} of ${STEPS.length}`}>
      {STEPS.map((title, place) => (
        <li
          key={title}
          aria-current={place === step ? 'step' : undefined}
          className="relative flex flex-1 flex-col items-center gap-2 text-center text-xs after:absolute after:top-4 after:left-1/2 after:h-px after:w-full after:bg-line last:after:hidden sm:text-sm"
        >
          <span
            className={`relative z-10 grid size-8 place-items-center rounded-full border text-sm tabular-nums ${look(place, step)}`}
          >
            {place < step ? <Icon name="check" className="size-4" /> : place + 1}
          </span>
          <span className={place === step ? 'font-medium' : 'text-muted'}>
            {title}
            {place < step && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function look(place: number, step: number): string {
  if (place < step) return 'border-gold bg-gold-light text-ink';
  return place === step ? 'border-ink bg-ink text-ivory' : 'border-line bg-ivory text-muted';
}

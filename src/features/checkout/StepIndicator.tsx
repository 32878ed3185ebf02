import { Icon } from '#components/Icon.tsx';
import { STEPS } from './checkout-form.ts';

/** The steps, with the current one marked. */
export function StepIndicator({ step }: { step: number }) {
  return (
    <ol className="flex items-start" aria-label={`Step ${step + 1} of ${STEPS.length}`}>
      {STEPS.map((title, index) => (
        <li
          key={title}
          aria-current={index === step ? 'step' : undefined}
          className="relative flex flex-1 flex-col items-center gap-2 text-center text-xs after:absolute after:top-4 after:left-1/2 after:h-px after:w-full after:bg-line last:after:hidden sm:text-sm"
        >
          <span
            className={`relative z-10 grid size-8 place-items-center rounded-full border text-sm tabular-nums ${look(index, step)}`}
          >
            {index < step ? <Icon name="check" className="size-4" /> : index + 1}
          </span>
          <span className={index === step ? 'font-medium' : 'text-muted'}>
            {title}
            {index < step && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function look(index: number, step: number): string {
  if (index < step) return 'border-gold bg-gold-light text-ink';
  return index === step ? 'border-ink bg-ink text-ivory' : 'border-line bg-ivory text-muted';
}

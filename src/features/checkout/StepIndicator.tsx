import { useStore } from '@nanostores/react';
import { Icon } from '#components/Icon.tsx';
import { EMPTY_FORM, hasGaps, STEPS } from './checkout-form.ts';
import { $form } from './checkout-store.ts';

/** The steps, with the current one marked, and those before it that are filled in. */
export function StepIndicator({ step }: { step: number }) {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const isDone = (index: number) => index < step && !hasGaps(index, form);
  return (
    <ol className="flex items-start" aria-label={`Step ${step + 1} of ${STEPS.length}`}>
      {STEPS.map((title, index) => (
        <li
          key={title}
          aria-current={index === step ? 'step' : undefined}
          className="relative flex min-w-0 flex-1 flex-col items-center gap-2 text-center text-xs wrap-anywhere after:absolute after:top-4 after:left-1/2 after:h-px after:w-full after:bg-line last:after:hidden sm:text-sm"
        >
          <span
            className={`relative z-10 grid size-8 place-items-center rounded-full border text-sm tabular-nums ${index === step ? 'border-ink bg-ink text-ivory' : isDone(index) ? 'border-gold bg-gold-light text-ink' : 'border-line bg-ivory text-muted'}`}
          >
            {isDone(index) ? <Icon name="check" className="size-4" /> : index + 1}
          </span>
          <span className={index === step ? 'font-medium' : 'text-muted'}>
            {title}
            {isDone(index) && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

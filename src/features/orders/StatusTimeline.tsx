import { Icon } from '#components/Icon.tsx';
import { orderProgress, progressLabel } from '#domain/orders/labels.ts';
import { stepText, stepTime } from '#domain/orders/parcel-steps.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';

/** How far an order has come, and each time that a rider came in vain. */
export function StatusTimeline({ order }: { order: TrackedOrder }) {
  const { status, isCollected } = order;
  if (status === 'cancelled') {
    return (
      <p className="flex items-center gap-3 rounded-sm bg-blush p-4">
        <Icon name="close" className="size-5 text-danger" />
        <span>
          <strong className="font-medium">{progressLabel(order)}.</strong>
          {!isCollected && ' This order will not be delivered.'}
        </span>
      </p>
    );
  }
  const stops = orderProgress(order);
  const here = stops.indexOf(status);
  const attempts = (order.parcels ?? []).flatMap(({ steps }) => steps.filter(({ step }) => step === 'attempted'));
  return (
    <>
      <ol className="flex items-start" aria-label="Status of the order">
        {stops.map((stop, index) => (
          <li
            key={stop}
            aria-current={index === here ? 'step' : undefined}
            className={`relative flex flex-1 flex-col items-center gap-2 text-center text-xs after:absolute after:top-4 after:left-1/2 after:h-px after:w-full last:after:hidden sm:text-sm ${index < here ? 'after:bg-gold' : 'after:bg-line'}`}
          >
            <span
              className={`relative z-10 grid size-8 place-items-center rounded-full border text-sm tabular-nums ${look(index, here, stops.length)}`}
            >
              {index <= here ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            <span className={index === here ? 'font-medium' : 'text-muted'}>
              {progressLabel({ status: stop, isCollected })}
              {index < here && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
      {attempts.length > 0 && (
        <ol aria-label="Delivery attempts" className="mt-6 space-y-1 border-l-2 border-gold pl-4 text-sm">
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <time dateTime={attempt.at} className="text-muted tabular-nums">
                {stepTime(attempt)}
              </time>{' '}
              {stepText(attempt)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function look(index: number, here: number, count: number): string {
  if (index < here) return 'border-gold bg-gold-light text-ink';
  if (index > here) return 'border-line bg-ivory text-muted';
  return index === count - 1 ? 'border-leaf bg-leaf text-ivory' : 'border-ink bg-ink text-ivory';
}

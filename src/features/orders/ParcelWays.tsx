import { stepText, stepTime } from '#domain/orders/parcel-steps.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';

/** The way of each parcel so far, step by step. Loaded with an order that a courier has told something of. */
export default function ParcelWays({ parcels }: { parcels: NonNullable<TrackedOrder['parcels']> }) {
  return (
    <section aria-labelledby="ways-title" className="rounded-sm border border-line bg-white p-5 sm:p-8">
      <h2 id="ways-title" className="text-2xl">
        {parcels.length > 1 ? 'Your parcels, step by step' : 'Your parcel, step by step'}
      </h2>
      {parcels.map(({ shipmentNumber, steps }) => (
        <div key={shipmentNumber}>
          {parcels.length > 1 && <h3 className="mt-6 font-medium">{shipmentNumber}</h3>}
          <ol aria-label={`Steps of ${shipmentNumber}`} className="mt-4 space-y-3 border-l border-gold pl-5">
            {steps.map((step, place) => (
              <li
                key={step.step + step.at}
                aria-current={place === steps.length - 1 ? 'step' : undefined}
                className="sm:flex sm:gap-6 aria-[current]:font-medium"
              >
                <time dateTime={step.at} className="block w-40 shrink-0 text-sm leading-6 font-normal text-muted tabular-nums">
                  {stepTime(step)}
                </time>
                <span>{stepText(step)}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

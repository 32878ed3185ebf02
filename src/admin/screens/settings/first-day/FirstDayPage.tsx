import Check from 'virtual:icons/check';
import Printer from 'virtual:icons/printer';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { RIGHTS } from '#domain/rights/rights.ts';
import { FirstDaySheet } from './FirstDaySheet.tsx';
import { TOUR, type TourStep } from './tour.ts';

/** A walk through the shop, step by step, to follow on the screen or on paper. */
export default function FirstDayPage() {
  return (
    <Screen
      title="First day in the shop"
      actions={
        <button type="button" onClick={() => window.print()} className="btn btn-outline px-4">
          <Printer className="size-4" />
          Print
        </button>
      }
    >
      <p className="mb-6 max-w-3xl text-ink-soft">
        From an empty shop to the first order that is packed, delivered and accounted for. It takes about half a day, and
        customers notice nothing: the only order is your own. Print it to tick off the steps as you go.
      </p>
      <div className="tour max-w-3xl space-y-8">
        {TOUR.map(({ title, steps }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-3 text-xl">{title}</h2>
            <ol className="panel divide-y divide-line">
              {steps.map((step) => (
                <Step key={step.title} step={step} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <FirstDaySheet />
    </Screen>
  );
}

/** A step. Whoever may not take it reads who does, so that they see where their own work begins. */
function Step({ step: { title, task, sign, right, places } }: { step: TourStep }) {
  const isMine = useMay(right);
  return (
    <li className="px-4 py-3 sm:px-5 sm:py-4">
      <h3 className="tour-title panel-heading">{title}</h3>
      <p className="mt-1">{task}</p>
      <p className="mt-1 flex gap-2 text-sm text-ink-soft">
        <Check className="mt-0.5 size-4 shrink-0 text-leaf" />
        {sign}
      </p>
      {isMine ? (
        <p className="flex flex-wrap gap-x-5">
          {places.map(({ path, name }) => (
            <Link key={path} href={path} className="quiet-link">
              {name}
            </Link>
          ))}
        </p>
      ) : (
        <p className="mt-1 text-sm text-muted">For colleagues who may {RIGHTS[right].label}.</p>
      )}
    </li>
  );
}

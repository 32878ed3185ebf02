import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { type CountedName, countedFigure, isCounted } from '#domain/settings/promises.ts';
import { figuresQuery, type SettingsFields } from './settings-api.ts';

type PromiseName = keyof SettingsFields['claims'];

/** Where each promise shows, in the order of the pages. */
const PROMISES: Record<PromiseName, string> = {
  megaSale: 'Sale, in the moving line',
  customers: 'First figure on the home page',
  averageRating: 'Second figure on the home page',
  buyAgain: 'Third figure on the home page',
  fiveStarReviews: 'Fourth figure on the home page',
  support: 'Support, on the home page and About Us',
  quality: 'Quality, on About Us',
  aboutCustomers: 'On About Us: “more than … wear our pieces”',
  aboutProducts: 'On About Us: “our shelves hold …”',
  securePayment: 'Under Secure Payment, on product pages',
  certified: 'Certificate, in the footer',
};

/** The promises of the shop: each has a text, some a figure, a checkbox to hide it, and those that can be counted one to say only what is true. */
export function PromiseFields() {
  return (
    <ul className="-my-2 divide-y divide-line">
      {(Object.keys(PROMISES) as PromiseName[]).map((name) => (
        <PromiseRow key={name} name={name} label={PROMISES[name]} />
      ))}
    </ul>
  );
}

function PromiseRow({ name, label }: { name: PromiseName; label: string }) {
  const { register } = useFormContext<SettingsFields>();
  const { isShown, ...promise } = useWatch<SettingsFields, `claims.${PromiseName}`>({ name: `claims.${name}` });
  const figureError = useFieldError(`claims.${name}.figure`);
  const textError = useFieldError(`claims.${name}.text`);
  const isWhenTrue = 'whenTrue' in promise && promise.whenTrue === true;
  return (
    <li className="grid items-center gap-x-4 py-0.5 md:grid-cols-[15rem_1fr] md:gap-y-0.5 md:py-2">
      <label className="flex min-h-9 items-center gap-3 text-sm md:min-h-11">
        <input type="checkbox" {...register(`claims.${name}.isShown`)} className="checkbox" />
        {label}
      </label>
      <div className={`flex gap-2 ${isShown ? '' : 'opacity-60'}`}>
        {'figure' in promise && (
          <input
            {...register(`claims.${name}.figure` as 'claims.customers.figure')}
            aria-label={`Figure: ${label}`}
            aria-invalid={Boolean(figureError)}
            autoComplete="off"
            className={`field w-24 shrink-0 ${isWhenTrue ? 'hidden' : ''}`}
          />
        )}
        <input
          {...register(`claims.${name}.text`)}
          aria-label={`Words: ${label}`}
          aria-invalid={Boolean(textError)}
          autoComplete="off"
          className="field min-w-0 grow"
        />
      </div>
      {(figureError || textError) && <p className="field-error md:col-start-2">{figureError || textError}</p>}
      {name === 'support' && isShown && (
        <label className="flex min-h-8 items-center gap-x-3 text-sm text-ink-soft md:col-start-2 md:min-h-9">
          <input type="checkbox" {...register('claims.support.besideHours')} className="checkbox" />
          Say 24/7 although business hours are stated
        </label>
      )}
      {isCounted(name) && isShown && <WhenTrue name={name} label={label} isChosen={isWhenTrue} />}
    </li>
  );
}

/** Whether a promise says what the shop counts, and what that would be now. */
function WhenTrue({ name, label, isChosen }: { name: CountedName; label: string; isChosen: boolean }) {
  const { register } = useFormContext<SettingsFields>();
  const { data } = useQuery(figuresQuery);
  const figure = data && countedFigure(name, data);
  return (
    <label className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm text-ink-soft md:col-start-2 md:min-h-9">
      <input
        type="checkbox"
        {...register(`claims.${name}.whenTrue`)}
        aria-label={`Show the counted number: ${label}`}
        className="checkbox"
      />
      Show the counted number
      {isChosen && data && (
        <span className="text-muted">{figure ? `Now ${figure}` : 'Too little to say yet: it is left out'}</span>
      )}
    </label>
  );
}

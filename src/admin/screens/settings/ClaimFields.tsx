import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { settings } from '#domain/settings/contract.ts';
import type { SettingsFields } from './settings-api.ts';

type ClaimName = keyof SettingsFields['claims'];

/** Where each claim shows, in the order of the pages. */
const CLAIMS: Record<ClaimName, string> = {
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

/** The claims of the shop: each has a text, some a figure, and a checkbox to hide it. */
export function ClaimFields() {
  return (
    <ul className="-my-2 divide-y divide-line">
      {(Object.keys(CLAIMS) as ClaimName[]).map((name) => (
        <ClaimRow key={name} name={name} label={CLAIMS[name]} />
      ))}
    </ul>
  );
}

function ClaimRow({ name, label }: { name: ClaimName; label: string }) {
  const { register } = useFormContext<SettingsFields>();
  const isShown = useWatch<SettingsFields>({ name: `claims.${name}.isShown` });
  const figureError = useFieldError(`claims.${name}.figure`);
  const textError = useFieldError(`claims.${name}.text`);
  const hasFigure = 'figure' in settings.shape.claims.shape[name].shape;
  return (
    <li className="grid items-center gap-x-4 gap-y-0.5 py-2 md:grid-cols-[15rem_1fr]">
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input type="checkbox" {...register(`claims.${name}.isShown`)} className="checkbox" />
        {label}
      </label>
      <div className={`flex gap-2 ${isShown ? '' : 'opacity-60'}`}>
        {hasFigure && (
          <input
            {...register(`claims.${name}.figure` as 'claims.customers.figure')}
            aria-label={`Figure: ${label}`}
            aria-invalid={Boolean(figureError)}
            autoComplete="off"
            className="field w-24 shrink-0"
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
    </li>
  );
}

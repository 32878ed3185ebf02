import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import type { SettingsFields } from './SettingsForm.tsx';

type ClaimName = keyof SettingsFields['claims'];

interface Claim {
  name: ClaimName;
  /** Where it shows, which is also what it is called here. */
  label: string;
  hasFigure?: boolean;
}

/** Every claim, in the order of the pages. */
const CLAIMS: Claim[] = [
  { name: 'megaSale', label: 'Sale, in the moving line' },
  { name: 'customers', label: 'First figure on the home page', hasFigure: true },
  { name: 'averageRating', label: 'Second figure on the home page', hasFigure: true },
  { name: 'buyAgain', label: 'Third figure on the home page', hasFigure: true },
  { name: 'fiveStarReviews', label: 'Fourth figure on the home page', hasFigure: true },
  { name: 'support', label: 'Support, on the home page and About Us', hasFigure: true },
  { name: 'quality', label: 'Quality, on About Us', hasFigure: true },
  { name: 'aboutCustomers', label: 'On About Us: “more than … wear our pieces”' },
  { name: 'aboutProducts', label: 'On About Us: “our shelves hold …”' },
  { name: 'securePayment', label: 'Under Secure Payment, on product pages' },
  { name: 'certified', label: 'Certificate, in the footer' },
];

/** The claims of the shop: each has its words, and a box that takes it off the pages. */
export function ClaimFields() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {CLAIMS.map((claim) => (
        <ClaimRow key={claim.name} {...claim} />
      ))}
    </ul>
  );
}

function ClaimRow({ name, label, hasFigure = false }: Claim) {
  const { register } = useFormContext<SettingsFields>();
  const isShown = useWatch<SettingsFields>({ name: `claims.${name}.isShown` });
  const figureError = useFieldError(`claims.${name}.figure`);
  const textError = useFieldError(`claims.${name}.text`);
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-3 md:grid-cols-[15rem_1fr]">
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

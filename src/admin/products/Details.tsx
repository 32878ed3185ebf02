import { AreaField, CheckField, TextField } from '#admin/kit/fields.tsx';
import { swatchColor } from '#shared/swatch-colors.ts';
import { ChoicePicker } from './ChoicePicker.tsx';
import { COLORS, SIZES } from './choices.ts';

/** The second tab: description, choices, and where the product shows. */
export function Details() {
  return (
    <div className="grid gap-5">
      <AreaField name="description" label="Description" rows={5} maxLength={5000} />
      <TextField name="material" label="Material" maxLength={200} />
      <ChoicePicker name="colors" label="Colors" kind={COLORS} mark={(color) => <Swatch color={color} />} />
      <ChoicePicker name="sizes" label="Sizes" kind={SIZES} />
      <fieldset>
        <legend className="field-label">In the shop</legend>
        <div className="grid gap-x-6 sm:grid-cols-3">
          <CheckField name="isAvailable" label="Available" hint="Off: Out of Stock, whatever the stock" />
          <CheckField name="isNew" label="New arrival" hint="Badge and New list" />
          <CheckField name="isFeatured" label="Featured" hint="On the home page" />
        </div>
      </fieldset>
    </div>
  );
}

/** A colour as a dot; unknown colours are grey. */
function Swatch({ color }: { color: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 shrink-0">
      <circle cx="12" cy="12" r="11.5" fill={swatchColor(color)} stroke="#231b16" strokeOpacity=".3" />
    </svg>
  );
}

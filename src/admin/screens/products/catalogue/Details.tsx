import { AreaField, CheckField, TextField } from '#admin/kit/fields.tsx';
import { Swatch } from '#components/Swatch.tsx';
import { ChoicePicker } from './ChoicePicker.tsx';
import { CountedChoices } from './CountedChoices.tsx';
import { COLORS, SIZES } from './choices.ts';
import { GoesWithField } from './GoesWithField.tsx';

/** The second tab: description and where the product shows, beside the choices and their stock. */
export function Details() {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid content-start gap-5">
        <AreaField name="description" label="Description" rows={7} />
        <TextField name="material" label="Material" />
        <fieldset>
          <legend className="field-label">In the shop</legend>
          <div className="grid gap-x-6 sm:max-lg:grid-cols-3">
            <CheckField name="isAvailable" label="Available" hint="Off: Out of Stock, whatever the stock" />
            <CheckField name="isNew" label="New arrival" hint="Badge and New list" />
            <CheckField name="isFeatured" label="Featured" hint="On the home page" />
          </div>
        </fieldset>
        <GoesWithField />
      </div>
      <div className="grid content-start gap-5">
        <ChoicePicker
          name="colors"
          label="Colors"
          kind={COLORS}
          mark={(color) => <Swatch color={color} className="size-4 shrink-0" />}
        />
        <ChoicePicker name="sizes" label="Sizes" kind={SIZES} />
        <CountedChoices />
      </div>
    </div>
  );
}

import { useFormContext } from 'react-hook-form';
import { NumberField, SelectField, TextField, useFieldError } from '#admin/kit/fields.tsx';
import type { Uploads } from '#admin/kit/photos/use-uploads.ts';
import { Field } from '#components/Field.tsx';
import { ImagesField } from './ImagesField.tsx';
import type { ProductFields } from './product-values.ts';
import { useCategoryOptions } from './use-category-options.ts';

/** The first tab: the required fields, prices and stock. */
export function BasicInfo({ uploads }: { uploads: Uploads }) {
  const { watch } = useFormContext<ProductFields>();
  const { options, isFailed, retry } = useCategoryOptions(watch('category'));

  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <TextField name="name" label="Name *" maxLength={120} className="sm:col-span-4" />
      <div className="sm:col-span-2">
        <SelectField name="category" label="Category *" options={options} placeholder="Choose a category" />
        {isFailed && (
          <p className="mt-1.5 text-sm text-muted">
            The categories could not be loaded.{' '}
            <button type="button" onClick={retry} className="underline underline-offset-4">
              Try again
            </button>
          </p>
        )}
      </div>
      <NumberField name="price" label="Price (Rs.) *" min={0} className="sm:col-span-2" />
      <NumberField
        name="originalPrice"
        label="Original price (Rs.)"
        hint="Shown struck through"
        min={0}
        empty={null}
        className="sm:col-span-2"
      />
      <StockField />
      <div className="sm:col-span-6">
        <ImagesField uploads={uploads} />
      </div>
    </div>
  );
}

/** Whole pieces; anything but a number counts as 0. */
function StockField() {
  const { register } = useFormContext<ProductFields>();
  const setValueAs = (typed: unknown) => Number.parseInt(String(typed), 10) || 0;
  return (
    <Field label="Stock quantity" error={useFieldError('stockQuantity')} className="sm:col-span-2">
      {(control) => (
        <input
          type="number"
          inputMode="numeric"
          step={1}
          min={0}
          autoComplete="off"
          {...control}
          {...register('stockQuantity', { setValueAs })}
          className="field tabular-nums"
        />
      )}
    </Field>
  );
}

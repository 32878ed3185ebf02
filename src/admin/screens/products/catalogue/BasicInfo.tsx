import { useFormContext } from 'react-hook-form';
import type { Uploads } from '#admin/data/photos/use-uploads.ts';
import { NumberField, SelectField, TextField, useFieldError } from '#admin/kit/fields.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { MayFields } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { Field } from '#components/Field.tsx';
import { unitsOf } from './counted-choices.ts';
import { ImagesField } from './ImagesField.tsx';
import type { ProductFields } from './product-values.ts';
import { useCategoryOptions } from './use-category-options.ts';

/** The first tab: the required fields, prices and stock. */
export function BasicInfo({ uploads }: { uploads: Uploads }) {
  const { watch } = useFormContext<ProductFields>();
  const { options, isFailed, retry } = useCategoryOptions(watch('category'));

  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid content-start gap-4 grid-cols-6">
        <MayFields right="edit_products" className="contents">
          <TextField name="name" label="Name *" className="col-span-6 sm:max-lg:col-span-4" />
          <div className="col-span-6 sm:max-lg:col-span-2">
            <SelectField name="category" label="Category *" options={options} placeholder="Choose a category" />
            {isFailed && <NotLoaded what="The categories" onRetry={retry} className="mt-1.5 text-sm text-muted" />}
          </div>
        </MayFields>
        <MayFields right="change_prices" className="contents">
          <NumberField name="price" label="Price (Rs.) *" min={0} className="col-span-3 sm:max-lg:col-span-2" />
          <NumberField
            name="originalPrice"
            label="Original price (Rs.)"
            placeholder="Shown struck through"
            min={0}
            empty={null}
            className="col-span-3 sm:max-lg:col-span-2"
          />
        </MayFields>
        <MayFields right="edit_products" className="contents" isQuiet>
          <StockFields />
        </MayFields>
      </div>
      <MayFields right="edit_products" isQuiet>
        <ImagesField uploads={uploads} />
      </MayFields>
    </div>
  );
}

/** Whole pieces and the SKU; where they are counted by choices, how many there are together. Anything but a number counts as 0. */
function StockFields() {
  const { register, watch } = useFormContext<ProductFields>();
  const variants = watch('variants') ?? [];
  const setValueAs = (typed: unknown) => Number.parseInt(String(typed), 10) || 0;
  const errors = [useFieldError('stockQuantity'), useFieldError('sku')];
  if (variants.length > 0) {
    return (
      <p className="text-sm text-ink-soft col-span-6">
        <strong className="font-medium text-ink tabular-nums">{formatCount(unitsOf(variants))} pieces</strong> in{' '}
        {variants.length} {variants.length === 1 ? 'choice' : 'choices'}, counted under Details.
      </p>
    );
  }
  return (
    <>
      <Field label="Stock quantity" error={errors[0]} className="col-span-3 sm:max-lg:col-span-2">
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
      <Field label="SKU" error={errors[1]} className="col-span-3 sm:max-lg:col-span-2">
        {(control) => (
          <input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="Made on saving"
            {...control}
            {...register('sku', { setValueAs: (typed: unknown) => typed || undefined })}
            className="field uppercase placeholder:normal-case"
          />
        )}
      </Field>
    </>
  );
}

import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { PRICE_STEPS, type SharedChange } from '#domain/catalog/contract.ts';
import type { Product } from '#domain/products/contract.ts';
import { type BulkFields, bulkChange, NO_CHANGE } from './bulk-change.ts';
import { CommonField } from './CommonField.tsx';
import { NewPrices } from './NewPrices.tsx';
import { OccasionsField } from './OccasionsField.tsx';
import { useCategoryOptions } from './use-category-options.ts';

const AS_IT_IS = { value: '', label: 'Leave as it is' };

const flagOptions = (yes: string, no: string) => [AS_IT_IS, { value: 'yes', label: yes }, { value: 'no', label: no }];

const PRICES = [
  AS_IT_IS,
  { value: 'raise', label: 'Raise by %' },
  { value: 'lower', label: 'Lower by %' },
  { value: 'set', label: 'Set to the same price' },
];

const OCCASION_CHANGES = [AS_IT_IS, { value: 'add', label: 'Add' }, { value: 'remove', label: 'Take off' }];

const NICKEL_FREE = [...flagOptions('Yes', 'No'), { value: 'unstated', label: 'Not stated' }];

const STEPS = [
  { value: '', label: 'Not rounded' },
  ...PRICE_STEPS.map((step) => ({ value: String(step), label: `To ${formatPrice(step)}` })),
];

interface Props {
  /** How many products are selected. */
  count: number;
  /** Some of them. */
  examples: Product[];
  /** @throws ApiFailure when nothing was changed */
  onSave: (change: SharedChange) => Promise<void>;
  onClose: () => void;
}

/** Changes the same of all selected products. What is not chosen stays as it is. */
export function BulkEdit({ count, examples, onSave, onClose }: Props) {
  const { options } = useCategoryOptions(undefined);
  const staffForm = useStaffForm({
    schema: bulkChange,
    values: NO_CHANGE,
    save: onSave,
    onSaved: onClose,
    failure: 'Failed to change products',
  });
  const [price, occasions] = staffForm.form.watch(['price', 'occasions']);

  return (
    <FormDialog
      title={`Edit ${countText('product', count)}`}
      action={`Change ${countText('product', count)}`}
      busyAction="Changing…"
      staffForm={staffForm}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField<BulkFields> name="category" label="Category" options={[AS_IT_IS, ...options]} />
        <SelectField<BulkFields> name="isAvailable" label="Available" options={flagOptions('On sale', 'Switched off')} />
        <SelectField<BulkFields> name="isNew" label="New arrival" options={flagOptions('Yes', 'No')} />
        <SelectField<BulkFields> name="isFeatured" label="Featured" options={flagOptions('Yes', 'No')} />
        <SelectField<BulkFields> name="price" label="Price" options={PRICES} className="sm:col-span-2" />
        {price && (
          <>
            <NumberField<BulkFields> name="amount" label={price === 'set' ? 'New price (Rs.) *' : 'Percent *'} />
            <SelectField<BulkFields> name="roundTo" label="Round" options={STEPS} />
          </>
        )}
        <SelectField<BulkFields>
          name="occasions"
          label="Occasions"
          options={OCCASION_CHANGES}
          className={occasions ? 'sm:col-span-2' : ''}
        />
        {occasions && <OccasionsField name="chosenOccasions" label="Which ones *" className="sm:col-span-2" />}
        <SelectField<BulkFields> name="isNickelFree" label="Nickel-free" options={NICKEL_FREE} />
        <CommonField name="plating" label="Plating" placeholder="Leave as it is" />
        <CommonField name="baseMetal" label="Base metal" placeholder="Leave as it is" />
        <AreaField<BulkFields> name="care" label="Care" rows={2} placeholder="Leave as it is" className="sm:col-span-2" />
      </div>
      <NewPrices products={examples} count={count} />
      <p className="mt-5 text-sm text-muted">
        Each product is changed on its own: one that a colleague edited meanwhile stays as it is, and is named. For a minute you
        can undo all of it.
      </p>
    </FormDialog>
  );
}

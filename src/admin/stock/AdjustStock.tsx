import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField } from '#admin/kit/fields.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Select } from '#admin/kit/Select.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Field } from '#components/Field.tsx';
import type { Product } from '#shared/schemas/products.ts';
import { type StockAdjustment, stockAdjustment } from '#shared/schemas/stock.ts';
import { postAdjustment } from './stock-api.ts';
import { ADJUSTMENT_TYPES, type AdjustmentType, adjustedText, outlook } from './stock-labels.ts';

interface Props {
  product: Product;
  onClose: () => void;
  /** Goes on to the next product of the list; null at its end. */
  onNext: (() => void) | null;
}

/** Changes the stock of one product by hand. Counting a shelf is a number and Enter, product by product. */
export function AdjustStock({ product, onClose, onNext }: Props) {
  // What was counted against, whatever the list learns meanwhile.
  const [stock] = useState(product.stockQuantity);
  const goesOn = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (adjustment: StockAdjustment) => postAdjustment(adjustment),
    onSuccess: (record) => toast(adjustedText(record, stock)),
  });
  const staffForm = useStaffForm({
    schema: stockAdjustment,
    values: { productId: product.id, transactionType: 'adjustment', quantity: stock, notes: '' },
    save: async (adjustment, changed) => {
      // Counted, and there are as many as there should be: nothing to write down.
      if (goesOn.current && Object.keys(changed).length === 0) return;
      await mutateAsync(adjustment);
    },
    onSaved: () => (goesOn.current && onNext ? onNext() : onClose()),
    failure: 'Failed to adjust stock',
  });
  const { form } = staffForm;
  const [type, quantity] = useWatch({ control: form.control, name: ['transactionType', 'quantity'] });

  function choose(next: AdjustmentType) {
    form.setValue('transactionType', next, { shouldDirty: true });
    // Exact counts start from what is there, the others from nothing.
    form.setValue('quantity', next === 'adjustment' ? stock : (undefined as never));
    form.clearErrors('quantity');
  }

  return (
    <FormDialog
      title={`Adjust Stock - ${product.name}`}
      size="narrow"
      staffForm={staffForm}
      action="Save Adjustment"
      busyAction="Saving..."
      isBlocked={quantity === undefined}
      onClose={onClose}
      beginsInField="always"
      next={
        onNext
          ? {
              action: 'Save and Next',
              choose: (chosen) => {
                goesOn.current = chosen;
              },
            }
          : undefined
      }
    >
      <p className="mb-4 text-sm text-ink-soft">
        Current stock: <strong className="font-medium text-ink tabular-nums">{formatCount(stock)}</strong>
      </p>
      <div className="grid gap-4">
        <Field label="Adjustment Type">
          {(control) => <Select {...control} value={type} options={ADJUSTMENT_TYPES} onChange={choose} />}
        </Field>
        <NumberField
          name="quantity"
          label={type === 'adjustment' ? 'New Stock Quantity *' : 'Quantity *'}
          hint={outlook(type, stock, quantity)}
          inputMode="numeric"
          step="1"
          min={0}
          onFocus={(event) => event.currentTarget.select()}
        />
        <AreaField name="notes" label="Notes" rows={2} maxLength={500} />
      </div>
    </FormDialog>
  );
}

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
import { type StockAdjustment, stockAdjustment } from '#domain/stock/contract.ts';
import { postAdjustment } from './stock-api.ts';
import { ADJUSTMENT_TYPES, type AdjustmentType, adjustedText, outlook } from './stock-labels.ts';

interface Props {
  piece: { productId: string; name: string; sku: string; stockQuantity: number };
  onClose: () => void;
  /** Opens the next product of the list; null at its end. */
  onNext: (() => void) | null;
}

/** Adjusts the stock of one product or one choice of it. For stocktaking, each product takes a number and Enter. */
export function AdjustStock({ piece, onClose, onNext }: Props) {
  // The stock when the dialog opened; the list may refresh behind it.
  const [stock] = useState(piece.stockQuantity);
  const goesOn = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (adjustment: StockAdjustment) => postAdjustment(adjustment),
    onSuccess: (record) => toast(adjustedText(record, stock)),
  });
  const staffForm = useStaffForm({
    schema: stockAdjustment,
    values: {
      productId: piece.productId,
      ...(piece.sku && { sku: piece.sku }),
      transactionType: 'adjustment',
      quantity: stock,
      notes: '',
    },
    save: async (adjustment, changed) => {
      // An unchanged count needs no record.
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
    // An exact count starts from the current stock, the others from an empty field.
    form.setValue('quantity', next === 'adjustment' ? stock : (undefined as never));
    form.clearErrors('quantity');
  }

  return (
    <FormDialog
      title={`Adjust Stock - ${piece.name}`}
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
        <AreaField name="notes" label="Notes" rows={2} />
      </div>
    </FormDialog>
  );
}

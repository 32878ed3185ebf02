import { useState } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { AreaField, NumberField } from '#admin/kit/fields.tsx';
import { CHECK_FIELDS, type StaffForm } from '#admin/kit/use-staff-form.ts';
import { PURCHASE_INCOMPLETE, type PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { ItemsField } from './ItemsField.tsx';
import { useItemDraft } from './item-draft.ts';
import { PurchaseOrderItems } from './PurchaseOrderItems.tsx';
import { SupplierFields } from './SupplierFields.tsx';

interface Props<Typed extends FieldValues, Sent> {
  title: string;
  action: string;
  staffForm: StaffForm<Typed, Sent>;
  /** The purchase order, once pieces were received: its items cannot be changed any more. */
  received?: PurchaseOrder | null;
  onClose: () => void;
  onReload?: () => Promise<FieldConflict[]>;
}

const NOT_ADDED = 'The last item has not been added yet. Add it, or clear its fields.';

/** What to say above the form when a field is wrong. The spec has a text for a missing supplier or missing items. */
export function incompleteText({ supplierName, items }: FieldErrors): string {
  return [supplierName?.message, items?.message].includes(PURCHASE_INCOMPLETE) ? PURCHASE_INCOMPLETE : CHECK_FIELDS;
}

/** Supplier, items and notes of a purchase order. An item that was typed but not added blocks saving, so that it is not lost. */
export function PurchaseOrderForm<Typed extends FieldValues, Sent>({
  staffForm,
  received = null,
  ...dialog
}: Props<Typed, Sent>) {
  const draft = useItemDraft();
  const [isForgotten, setForgotten] = useState(false);
  const errorText = isForgotten && draft.isTouched ? NOT_ADDED : staffForm.errorText;

  async function submit(event?: { preventDefault?: () => void }): Promise<void> {
    const isOneForgotten = draft.isTouched && staffForm.form.getValues().items.length > 0;
    setForgotten(isOneForgotten);
    if (!isOneForgotten) return staffForm.submit(event);
    event?.preventDefault?.();
  }

  function setErrorText(text: string) {
    setForgotten(false);
    staffForm.setErrorText(text);
  }

  return (
    <FormDialog {...dialog} size="wide" staffForm={{ ...staffForm, submit, errorText, setErrorText }} isBusy={draft.isTouched}>
      <SupplierFields />
      <div className="my-6">
        {received ? (
          <>
            <PurchaseOrderItems order={received} />
            <p className="mt-2 text-sm text-muted">
              Pieces of it were received. Take its deliveries back first to change its items or charges.
            </p>
          </>
        ) : (
          <ItemsField draft={draft} />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          name="charges"
          label="Freight and charges (Rs.)"
          hint="What it costs to bring the pieces here, shared among them by value."
          empty={0}
          readOnly={received !== null}
        />
        <AreaField name="notes" label="Notes" />
      </div>
    </FormDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { pickDirty } from '#admin/kit/pick-dirty.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type PurchaseOrder, type PurchaseOrderEdit, purchaseOrderEdit } from '#shared/schemas/purchase-orders.ts';
import { PurchaseOrderForm, sentenceOf } from './PurchaseOrderForm.tsx';
import { isReceived } from './purchase-order-labels.ts';
import { fetchPurchaseOrder, putPurchaseOrder } from './purchase-orders-api.ts';

function valuesOf(order: PurchaseOrder) {
  const { supplierName, supplierEmail, supplierPhone, supplierAddress, expectedDeliveryDate, notes } = order;
  const items = order.items.map(({ productId, productName, quantity, unitCost }) => ({
    productId,
    productName,
    quantity,
    unitCost,
  }));
  return { supplierName, supplierEmail, supplierPhone, supplierAddress, items, expectedDeliveryDate, notes };
}

/** Corrects a purchase order; its items until some are received. */
export function EditPurchaseOrder({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (edit: PurchaseOrderEdit) => putPurchaseOrder(order.id, edit) });
  const edited = useEditVersion(order, () => fetchPurchaseOrder(order.id));
  const staffForm = useStaffForm({
    schema: purchaseOrderEdit,
    values: valuesOf(order),
    save: (values, changed) => mutateAsync({ ...pickDirty(values, changed), updatedAt: edited.version() }),
    onSaved: () => {
      toast(`Purchase order ${order.orderNumber} was saved`);
      onClose();
    },
    failure: 'Failed to update purchase order',
    incomplete: sentenceOf,
  });

  return (
    <PurchaseOrderForm
      title={`Edit ${order.orderNumber}`}
      action="Save"
      staffForm={staffForm}
      received={isReceived(order) ? order : null}
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    />
  );
}

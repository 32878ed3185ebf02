import { useMutation } from '@tanstack/react-query';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { purchaseOrderPayload } from '#shared/schemas/purchase-orders.ts';
import { PurchaseOrderForm, sentenceOf } from './PurchaseOrderForm.tsx';
import { postPurchaseOrder } from './purchase-orders-api.ts';

const EMPTY = {
  supplierName: '',
  supplierEmail: '',
  supplierPhone: '',
  supplierAddress: '',
  items: [],
  expectedDeliveryDate: null,
  notes: '',
};

/** Writes down what is to be ordered from a supplier. */
export function CreatePurchaseOrder({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: postPurchaseOrder,
    onSuccess: ({ orderNumber }) => toast(`Purchase order ${orderNumber} was created`),
  });
  const staffForm = useStaffForm({
    schema: purchaseOrderPayload,
    values: EMPTY,
    save: (purchase) => mutateAsync(purchase),
    onSaved: onClose,
    failure: 'Failed to create purchase order',
    incomplete: sentenceOf,
  });

  return <PurchaseOrderForm title="Create Purchase Order" action="Create Order" staffForm={staffForm} onClose={onClose} />;
}

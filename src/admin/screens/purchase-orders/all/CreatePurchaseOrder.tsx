import { useCreateForm } from '#admin/kit/use-record-form.ts';
import { purchaseOrderPayload } from '#domain/purchase-orders/contract.ts';
import { incompleteText, PurchaseOrderForm } from './PurchaseOrderForm.tsx';
import { purchaseOrders } from './purchase-orders.ts';

const EMPTY = {
  supplierName: '',
  supplierEmail: '',
  supplierPhone: '',
  supplierAddress: '',
  items: [],
  charges: 0,
  expectedDeliveryDate: null,
  notes: '',
};

/** Writes down what is to be ordered from a supplier. */
export function CreatePurchaseOrder({ onClose }: { onClose: () => void }) {
  const creating = useCreateForm(purchaseOrders, {
    schema: purchaseOrderPayload,
    values: EMPTY,
    incomplete: incompleteText,
    onClose,
  });
  return <PurchaseOrderForm {...creating} title="Create Purchase Order" action="Create Order" />;
}

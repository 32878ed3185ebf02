import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import { type PurchaseOrder, purchaseOrderEdit } from '#domain/purchase-orders/contract.ts';
import { incompleteText, PurchaseOrderForm } from './PurchaseOrderForm.tsx';
import { isReceived } from './purchase-order-labels.ts';
import { purchaseOrders } from './purchase-orders.ts';

function valuesOf(order: PurchaseOrder) {
  const { supplierName, supplierEmail, supplierPhone, supplierAddress, charges, expectedDeliveryDate, notes } = order;
  const items = order.items.map(({ productId, productName, color, size, sku, quantity, unitCost }) => ({
    productId,
    productName,
    ...(color && { color }),
    ...(size && { size }),
    ...(sku && { sku }),
    quantity,
    unitCost,
  }));
  return { supplierName, supplierEmail, supplierPhone, supplierAddress, items, charges, expectedDeliveryDate, notes };
}

/** Corrects a purchase order; its items until some are received. */
export function EditPurchaseOrder({ item: order, onClose }: DialogProps<PurchaseOrder>) {
  const editing = useEditForm(purchaseOrders, order, {
    schema: purchaseOrderEdit,
    valuesOf,
    incomplete: incompleteText,
    onClose,
  });
  return <PurchaseOrderForm {...editing} received={isReceived(order) ? order : null} />;
}

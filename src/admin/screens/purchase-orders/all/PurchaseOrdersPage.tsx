import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { RecordScreen } from '#admin/kit/RecordScreen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { CreatePurchaseOrder } from './CreatePurchaseOrder.tsx';
import { EditPurchaseOrder } from './EditPurchaseOrder.tsx';
import { PurchaseOrderDetails } from './PurchaseOrderDetails.tsx';
import { purchaseOrderColumns, purchaseOrderCsv } from './purchase-order-columns.tsx';
import { isReceived } from './purchase-order-labels.ts';
import { purchaseOrders, usePurchaseOrderCounts } from './purchase-orders.ts';
import { ReceivePurchaseOrder } from './ReceivePurchaseOrder.tsx';

/** What the shop orders from its suppliers: written down, moved along, received. */
export default function PurchaseOrdersPage() {
  const countOf = usePurchaseOrderCounts();
  return (
    <RecordScreen
      record={purchaseOrders}
      title="Purchase Orders"
      columns={purchaseOrderColumns}
      csv={purchaseOrderCsv}
      filters={[
        { search: 'supplierName', label: 'Supplier', placeholder: 'Search by supplier name...', isWide: true },
        { states: 'status', label: 'Status', all: 'All Statuses', names: textsOf(PURCHASE_ORDER_STATUS_LABELS), countOf },
        { from: 'startDate', to: 'endDate' },
      ]}
      dialogs={{ details: PurchaseOrderDetails, edit: EditPurchaseOrder, receive: ReceivePurchaseOrder }}
      deletion={deletionText}
      actions={() => (
        <Link href="/admin/reorder" className="btn btn-outline px-4">
          Reorder
        </Link>
      )}
      create={{ label: 'Create Purchase Order', short: 'Add Order', Form: CreatePurchaseOrder }}
    />
  );
}

function deletionText(order: PurchaseOrder): string {
  const which = `${order.orderNumber} to ${order.supplierName}.`;
  return isReceived(order) ? `${which} What was received of it stays in stock.` : which;
}

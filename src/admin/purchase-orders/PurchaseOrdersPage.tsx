import { Plus } from 'lucide-react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { CreatePurchaseOrder } from './CreatePurchaseOrder.tsx';
import { DeletePurchaseOrder } from './DeletePurchaseOrder.tsx';
import { EditPurchaseOrder } from './EditPurchaseOrder.tsx';
import { PurchaseOrderDetails } from './PurchaseOrderDetails.tsx';
import { PurchaseOrderFilterBar } from './PurchaseOrderFilterBar.tsx';
import { purchaseOrderColumns, purchaseOrderExport } from './purchase-order-columns.tsx';
import { fetchPurchaseOrderByKey, fetchPurchaseOrders, purchaseOrderFilters } from './purchase-orders-api.ts';
import { ReceivePurchaseOrder } from './ReceivePurchaseOrder.tsx';

const DIALOGS = ['details', 'edit', 'receive', 'delete'];

/** What the shop orders from its suppliers: written down, moved along, received. */
export default function PurchaseOrdersPage() {
  const list = useList({
    resource: 'purchase-orders',
    filters: purchaseOrderFilters,
    fetch: fetchPurchaseOrders,
    failure: 'Failed to load purchase orders',
  });
  const route = useRecordRoute({
    screen: '/admin/purchase-orders',
    resource: 'purchase-orders',
    items: list.page?.items,
    keyOf: ({ orderNumber }) => orderNumber,
    titleOf: ({ orderNumber }) => orderNumber,
    fetch: fetchPurchaseOrderByKey,
    dialogs: ['new'],
  });
  const { record: order, dialog, open, close, back } = route;

  return (
    <Screen
      title="Purchase Orders"
      actions={
        <>
          <ExportButton noun="purchase orders" columns={purchaseOrderExport} fetchPage={list.fetchPage} />
          <button type="button" onClick={() => route.openDialog('new')} className="btn btn-primary px-4">
            <Plus aria-hidden className="size-4" />
            <span className="sm:hidden">Add Order</span>
            <span className="max-sm:hidden">Create Purchase Order</span>
          </button>
        </>
      }
    >
      <PurchaseOrderFilterBar list={list} />
      <DataList
        list={list}
        columns={purchaseOrderColumns({ onView: (order) => open(order), onDelete: (order) => open(order, 'delete') })}
        keyOf={({ id }) => id}
        hrefOf={route.hrefOf}
        noun="purchase orders"
        empty="No purchase orders found"
      />
      <RecordMissing route={route} noun="purchase order" dialogs={DIALOGS} />
      {dialog === 'new' && <CreatePurchaseOrder onClose={close} />}
      {order && dialog === 'details' && (
        <PurchaseOrderDetails
          order={order}
          onClose={close}
          onEdit={(current) => open(current, 'edit')}
          onReceive={(current) => open(current, 'receive')}
          onDelete={(current) => open(current, 'delete')}
        />
      )}
      {order && dialog === 'edit' && <EditPurchaseOrder order={order} onClose={back} />}
      {order && dialog === 'receive' && <ReceivePurchaseOrder order={order} onClose={back} />}
      {order && dialog === 'delete' && <DeletePurchaseOrder order={order} onClose={close} />}
    </Screen>
  );
}

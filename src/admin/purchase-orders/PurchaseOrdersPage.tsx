import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-order.ts';
import { CreatePurchaseOrder } from './CreatePurchaseOrder.tsx';
import { DeletePurchaseOrder } from './DeletePurchaseOrder.tsx';
import { EditPurchaseOrder } from './EditPurchaseOrder.tsx';
import { PurchaseOrderDetails } from './PurchaseOrderDetails.tsx';
import { PurchaseOrderFilterBar } from './PurchaseOrderFilterBar.tsx';
import { purchaseOrderColumns, purchaseOrderExport } from './purchase-order-columns.tsx';
import { fetchPurchaseOrders, purchaseOrderFilters } from './purchase-orders-api.ts';

type Open = { dialog: 'create' } | { dialog: 'details' | 'edit' | 'delete'; order: PurchaseOrder };

/** What the shop orders from its suppliers: written down, moved along, received. */
export default function PurchaseOrdersPage() {
  const list = useList({
    resource: 'purchase-orders',
    filters: purchaseOrderFilters,
    fetch: fetchPurchaseOrders,
    failure: 'Failed to load purchase orders',
  });
  const [open, setOpen] = useState<Open | null>(null);
  // The list may have learned more about an open one.
  const order = open && open.dialog !== 'create' && (list.page?.items.find(({ id }) => id === open.order.id) ?? open.order);
  const close = () => setOpen(null);
  const view = (order: PurchaseOrder) => setOpen({ dialog: 'details', order });
  const remove = (order: PurchaseOrder) => setOpen({ dialog: 'delete', order });

  return (
    <Screen
      title="Purchase Orders"
      actions={
        <>
          <ExportButton noun="purchase orders" columns={purchaseOrderExport} fetchPage={list.fetchPage} />
          <button type="button" onClick={() => setOpen({ dialog: 'create' })} className="btn btn-primary px-4">
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
        columns={purchaseOrderColumns({ onView: view, onDelete: remove })}
        keyOf={({ id }) => id}
        noun="purchase orders"
        empty="No purchase orders found"
      />
      {open?.dialog === 'create' && <CreatePurchaseOrder onClose={close} />}
      {order && open.dialog === 'details' && (
        <PurchaseOrderDetails
          order={order}
          onClose={close}
          onEdit={(current) => setOpen({ dialog: 'edit', order: current })}
          onDelete={remove}
        />
      )}
      {order && open.dialog === 'edit' && <EditPurchaseOrder order={order} onClose={() => view(order)} />}
      {order && open.dialog === 'delete' && <DeletePurchaseOrder order={order} onClose={close} />}
    </Screen>
  );
}

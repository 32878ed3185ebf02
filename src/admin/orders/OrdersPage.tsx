import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { Order } from '#shared/schemas/order.ts';
import { DeleteOrder } from './DeleteOrder.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderEditForm } from './OrderEditForm.tsx';
import { OrderFilterBar } from './OrderFilterBar.tsx';
import { OrderStatsStrip } from './OrderStatsStrip.tsx';
import { orderColumns, orderExport } from './order-columns.tsx';
import { fetchOrders, orderFilters } from './orders-api.ts';

type Open = { dialog: 'details' | 'edit' | 'delete'; order: Order };

/** The orders: found, read, moved along, corrected. */
export default function OrdersPage() {
  const list = useList({ resource: 'orders', filters: orderFilters, fetch: fetchOrders, failure: 'Failed to load orders' });
  const [open, setOpen] = useState<Open | null>(null);
  // The list may have learned more about an open order; it stays open when it leaves the list.
  const order = list.page?.items.find(({ id }) => id === open?.order.id) ?? open?.order;
  const close = () => setOpen(null);
  const columns = orderColumns({
    onView: (order) => setOpen({ dialog: 'details', order }),
    onDelete: (order) => setOpen({ dialog: 'delete', order }),
  });

  return (
    <Screen title="Orders" actions={<ExportButton noun="orders" columns={orderExport} fetchPage={list.fetchPage} />}>
      <OrderStatsStrip status={list.filters.status} />
      <OrderFilterBar list={list} />
      <DataList list={list} columns={columns} keyOf={({ id }) => id} noun="orders" empty="No orders found" />
      {order && open?.dialog === 'details' && (
        <OrderDetails
          order={order}
          onClose={close}
          onEdit={() => setOpen({ dialog: 'edit', order })}
          onDelete={() => setOpen({ dialog: 'delete', order })}
        />
      )}
      {order && open?.dialog === 'edit' && <OrderEditForm order={order} onClose={() => setOpen({ dialog: 'details', order })} />}
      {order && open?.dialog === 'delete' && <DeleteOrder order={order} onClose={close} />}
    </Screen>
  );
}

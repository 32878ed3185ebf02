import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { useSelection } from '#admin/kit/use-selection.ts';
import { BulkActions } from './BulkActions.tsx';
import { DeleteOrder } from './DeleteOrder.tsx';
import { NewOrders } from './NewOrders.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderEditForm } from './OrderEditForm.tsx';
import { OrderFilterBar } from './OrderFilterBar.tsx';
import { OrderStatsStrip } from './OrderStatsStrip.tsx';
import { orderColumns, orderExport } from './order-columns.tsx';
import { fetchOrderByKey, fetchOrders, orderFilters } from './orders-api.ts';
import { ShipOrder } from './ShipOrder.tsx';
import { SoundSwitch } from './SoundSwitch.tsx';

const DIALOGS = ['details', 'edit', 'delete', 'ship'];

/** The orders: found, read, moved along, corrected. */
export default function OrdersPage() {
  const list = useList({ resource: 'orders', filters: orderFilters, fetch: fetchOrders, failure: 'Failed to load orders' });
  const route = useRecordRoute({
    screen: '/admin/orders',
    resource: 'orders',
    items: list.page?.items,
    keyOf: ({ orderNumber }) => orderNumber,
    titleOf: ({ orderNumber }) => orderNumber,
    fetch: fetchOrderByKey,
  });
  const selection = useSelection(list, { keyOf: ({ id }) => id, nameOf: ({ orderNumber }) => `order ${orderNumber}` });
  const { record: order, dialog, open, close, back } = route;
  const columns = orderColumns({
    onView: (order) => open(order),
    onDelete: (order) => open(order, 'delete'),
    onShip: (order) => open(order, 'ship'),
  });

  return (
    <Screen
      title="Orders"
      actions={
        <>
          <NewOrders list={list} />
          <SoundSwitch />
          <ExportButton noun="orders" columns={orderExport} fetchPage={list.fetchPage} />
        </>
      }
    >
      <OrderStatsStrip filters={list.filters} />
      <OrderFilterBar list={list} />
      <DataList
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={route.hrefOf}
        selection={selection}
        bulkActions={<BulkActions selection={selection} />}
        noun="orders"
        empty="No orders found"
      />
      <RecordMissing route={route} noun="order" dialogs={DIALOGS} />
      {order && dialog === 'details' && (
        <OrderDetails
          order={order}
          onClose={close}
          onEdit={() => open(order, 'edit')}
          onDelete={() => open(order, 'delete')}
          onShip={() => open(order, 'ship')}
        />
      )}
      {order && dialog === 'edit' && <OrderEditForm order={order} onClose={back} />}
      {order && dialog === 'ship' && <ShipOrder order={order} onClose={back} />}
      {order && dialog === 'delete' && <DeleteOrder order={order} onClose={close} />}
    </Screen>
  );
}

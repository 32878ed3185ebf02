import { ORDER_SOURCE_NAMES } from '#admin/data/orders/sources.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { RecordScreen } from '#admin/kit/RecordScreen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useHasSideBar } from '#admin/kit/use-is-desktop.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isOpen } from '#domain/orders/status.ts';
import { BulkActions } from './BulkActions.tsx';
import { EditItems } from './EditItems.tsx';
import { EditOrder } from './EditOrder.tsx';
import { NewOrderLink } from './NewOrderLink.tsx';
import { NewOrderSoundSwitch } from './NewOrderSoundSwitch.tsx';
import { NewOrders } from './NewOrders.tsx';
import { NextStepButton } from './NextStepButton.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderRevenue, OrderStatsStrip } from './OrderStatsStrip.tsx';
import { orderBrief, useOrderColumns } from './order-columns.tsx';
import { orderCsv } from './order-csv.ts';
import { orders } from './orders.ts';
import { ReceiveReturn } from './ReceiveReturn.tsx';
import { ShipOrder } from './ShipOrder.tsx';

/** The orders: found, read, moved along, corrected. */
export default function OrdersPage() {
  const hasSideBar = useHasSideBar();
  return (
    <RecordScreen
      record={orders}
      title="Orders"
      columns={useOrderColumns()}
      brief={orderBrief}
      csv={orderCsv}
      filters={[
        { search: 'search', label: 'Search orders', placeholder: 'Number, phone, name, e-mail, SKU, tracking...', isWide: true },
        { choice: 'status', label: 'Status', all: 'All Statuses', names: textsOf(ORDER_STATUS_LABELS) },
        { choice: 'source', label: 'Source', all: 'All Sources', names: ORDER_SOURCE_NAMES },
        { from: 'dateFrom', to: 'dateTo' },
      ]}
      dialogs={{ details: OrderDetails, edit: EditOrder, items: EditItems, ship: ShipOrder, receive: ReceiveReturn }}
      deletion={deletionText}
      actions={(list) => (
        <>
          {hasSideBar && <OrderRevenue />}
          <NewOrders list={list} />
          <NewOrderSoundSwitch />
          <NewOrderLink />
        </>
      )}
      above={({ filters, change }) => (
        <>
          <OrderStatsStrip filters={filters} />
          {filters.customerId && <OfOneCustomer onClear={() => change({ customerId: undefined })} />}
        </>
      )}
      rowAction={(order, onOpen) => (
        <NextStepButton order={order} onShip={() => onOpen('ship')} onReceive={() => onOpen('receive')} />
      )}
      bulkActions={(selection) => <BulkActions selection={selection} />}
    />
  );
}

/** Says that a link of the customer's record narrows the list: no field of the filters does. */
function OfOneCustomer({ onClear }: { onClear: () => void }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 rounded-md bg-notice px-4 py-1 text-sm">
      The orders of one customer.
      <button type="button" onClick={onClear} className="quiet-link">
        Show everybody’s
      </button>
    </p>
  );
}

function deletionText({ orderNumber, customerName, status }: StaffOrder): string {
  const which = `${orderNumber} of ${customerName}.`;
  return isOpen({ status }) ? `${which} It is still open: its pieces go back to stock.` : which;
}

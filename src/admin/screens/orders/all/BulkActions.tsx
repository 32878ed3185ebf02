import PackagePlus from 'virtual:icons/package-plus';
import Printer from 'virtual:icons/printer';
import Truck from 'virtual:icons/truck';
import { useCallback, useEffect, useState } from 'react';
import { useReveal, withContact } from '#admin/data/orders/contact.tsx';
import { useMoneyFirst } from '#admin/data/orders/MoneyFirst.tsx';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { Select } from '#admin/kit/Select.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import type { Selection } from '#admin/kit/use-selection.ts';
import { refusalIn, useRights } from '#admin/platform/rights.ts';
import { isMasked } from '#domain/masked.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { orderCsv } from './order-csv.ts';
import { statusRight } from './orders.ts';
import { PackingSlips, PaperSelect } from './PackingSlips.tsx';
import { ShipOrders } from './ShipOrders.tsx';
import { useOrdersAtOnce } from './use-orders-at-once.ts';

const STATUSES = [...textsOf(ORDER_STATUS_LABELS)];

const BUTTON = 'btn btn-outline min-h-11 shrink-0 px-3';

/** What can be done with all selected orders at once: the steps of every day first, so that a thumb on a narrow phone reaches them. */
export function BulkActions({ selection }: { selection: Selection<StaffOrder> }) {
  const atOnce = useOrdersAtOnce(selection);
  const rights = useRights();
  const moneyFirst = useMoneyFirst();
  const [isCancelling, setCancelling] = useState(false);
  const [toShip, setToShip] = useState<StaffOrder[] | null>(null);
  const [toPrint, setToPrint] = useState<StaffOrder[] | null>(null);
  const reveal = useReveal();
  const print = async () => {
    const selected: StaffOrder[] = [];
    for (const order of atOnce.selected()) {
      const isHidden = isMasked(order.customerAddress) && rights.includes('reveal_contacts');
      const contact = isHidden ? await reveal.mutateAsync(order.id).catch(() => null) : undefined;
      if (contact === null) return;
      selected.push(withContact(order, contact));
    }
    setToPrint(selected);
  };
  const endPrinting = useCallback(() => setToPrint(null), []);

  return (
    <>
      <MayButton right="send_parcels" disabled={atOnce.isPending} onClick={() => setToShip(atOnce.selected())} className={BUTTON}>
        <PackagePlus className="size-4" />
        Create shipments
      </MayButton>
      <MayButton right="send_parcels" disabled={atOnce.isPending} onClick={() => void atOnce.handOver()} className={BUTTON}>
        <Truck className="size-4" />
        Hand over
      </MayButton>
      <Select<OrderStatus | ''>
        label="Set status of selected orders"
        placeholder="Set status"
        value=""
        options={STATUSES.map(([value, label]) => ({ value, label, refusal: refusalIn(rights, statusRight(value)) }))}
        disabled={atOnce.isPending}
        onChange={(status) =>
          status === 'cancelled'
            ? setCancelling(true)
            : status && moneyFirst.ask(atOnce.selected(), status, () => atOnce.setStatus(status))
        }
        look={BUTTON}
      />
      <button type="button" onClick={() => void print()} className={BUTTON}>
        <Printer className="size-4" />
        Print slips
      </button>
      <PaperSelect look={BUTTON} />
      <ExportButton noun="orders" label="Export selected" columns={orderCsv} fetchWhole={selection.fetchWhole} />
      {isCancelling && (
        <ConfirmDialog
          question={`Cancel ${countText('order', selection.count)}?`}
          detail="Their pieces go back to stock. Orders with a parcel under way stay as they are."
          action="Cancel orders"
          cancel="Keep them"
          onConfirm={() => atOnce.setStatus('cancelled')}
          onClose={() => setCancelling(false)}
        />
      )}
      {toShip && (
        <ShipOrders orders={toShip} onShip={(shipments) => atOnce.ship(toShip, shipments)} onClose={() => setToShip(null)} />
      )}
      {moneyFirst.question}
      {atOnce.question}
      {atOnce.cashQuestion}
      {toPrint && <PrintedSlips orders={toPrint} onPrinted={endPrinting} />}
    </>
  );
}

/** Packing slips that are printed as soon as they are rendered, and removed after that. */
function PrintedSlips({ orders, onPrinted }: { orders: StaffOrder[]; onPrinted: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return <PackingSlips orders={orders} />;
}

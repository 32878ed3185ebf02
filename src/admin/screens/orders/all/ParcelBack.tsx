import { useState } from 'react';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import { navigate } from '#admin/platform/router.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import { parcelOf, parcelsBack } from './next-step.ts';
import { orders, statusRight } from './orders.ts';

interface Props {
  order: StaffOrder;
  onOpen: (dialog: 'ship' | 'receive') => void;
}

/** What may become of an order whose parcel failed or came back: sent again, counted, cancelled. Nothing for other orders. */
export function ParcelBack({ order, onOpen }: Props) {
  const [isCancelling, setCancelling] = useState(false);
  const changeStatus = useStatusChange(orders);
  const parcel = parcelsBack(order).pop();
  if (!parcel) return null;

  const isCancelled = order.status === 'cancelled';
  const isPart = parcelOf(order) !== null;
  const button = (label: string, right: NeededRight | undefined, onClick: () => void) => (
    <MayButton right={right} onClick={onClick} className="btn btn-outline btn-small">
      {label}
    </MayButton>
  );
  return (
    <section
      aria-label="Parcel that came back"
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md bg-notice px-4 py-3 text-sm"
    >
      <p className="min-w-60 grow basis-0">
        <strong className="font-medium">
          Shipment {parcel.shipmentNumber}: {SHIPMENT_STATUS_LABELS[parcel.status].text}.
        </strong>{' '}
        {isCancelled
          ? 'The order is cancelled. Its pieces are in stock again once you count them.'
          : 'Its pieces are not in stock until you count them.'}
        {isPart && ` ${owedText(order)}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isCancelled && button('Send again', orders.rights['ship'], () => onOpen('ship'))}
        {button('Received back', orders.rights['receive'], () =>
          isPart ? navigate(`/admin/receive?code=${parcel.shipmentNumber}`) : onOpen('receive'),
        )}
        {!isCancelled && !isPart && button('Cancel order', statusRight('cancelled'), () => setCancelling(true))}
      </div>
      {isCancelling && (
        <ConfirmDialog
          question={`Cancel order ${order.orderNumber}?`}
          detail="Its pieces go back to stock when the parcel is here and counted. Until then the order stays under Returned."
          action="Cancel order"
          cancel="Keep order"
          onConfirm={() => changeStatus(order, 'cancelled')}
          onClose={() => setCancelling(false)}
        />
      )}
    </section>
  );
}

/** What is not owed because a part of the order came back. */
function owedText({ paid }: StaffOrder): string {
  return paid?.cameBack
    ? `The other parcel goes on. ${formatPrice(paid.cameBack)} of the order is not owed unless it is sent again.`
    : 'The other parcel goes on.';
}

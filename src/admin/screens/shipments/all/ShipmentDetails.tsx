import { OrderTimeline } from '#admin/data/order-events/OrderTimeline.tsx';
import { useRevealed } from '#admin/data/orders/contact.tsx';
import { DispatchStatusSelect } from '#admin/data/orders/DispatchStatusSelect.tsx';
import { pieceOf } from '#admin/data/orders/labels.ts';
import { TellCustomer } from '#admin/data/ready-texts/TellCustomer.tsx';
import { shipments } from '#admin/data/shipments/definition.ts';
import { ParcelPapers } from '#admin/data/shipments/labels/ParcelPapers.tsx';
import { ParcelSums } from '#admin/data/shipments/labels/ParcelSums.tsx';
import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { UndoNotice } from '#admin/kit/UndoNotice.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { useMay } from '#admin/platform/rights.ts';
import type { Shipment } from '#domain/shipments/contract.ts';
import { isBack } from '#domain/shipments/status.ts';
import { ShipmentFacts } from './ShipmentFacts.tsx';
import { ShipmentStepButton } from './ShipmentStepButton.tsx';

/** Everything about one shipment: on a wide screen what it is, its papers, and what happened side by side. */
export function ShipmentDetails({ item, ...dialog }: DialogProps<Shipment>) {
  const shipment = useRecord(shipments, item);
  const email = useRevealed(shipment.orderId)?.customerEmail ?? shipment.recipientEmail;
  const seesContacts = useMay('see_contacts');

  return (
    <RecordDetails
      {...dialog}
      record={shipments}
      item={shipment}
      size="full"
      status={<DispatchStatusSelect record={shipments} item={shipment} />}
      lines={[`Created ${formatMoment(shipment.createdAt)}`]}
      alerts={<UndoNotice record={shipments} item={shipment} />}
      nextStep={<ShipmentStepButton shipment={shipment} />}
    >
      <div className="record-columns">
        <div>
          <ShipmentFacts shipment={shipment} />
          <ShipmentItems items={shipment.items} />
        </div>
        <div>
          {email === '' && shipment.status !== 'preparing' && !isBack(shipment) && (
            <TellCustomer
              orderId={shipment.orderId}
              text={shipment.status === 'delivered' ? 'arrived' : 'shipped'}
              parcel={shipment}
            />
          )}
          <ParcelSums shipmentId={shipment.id} />
          <ParcelPapers shipmentId={shipment.id} />
        </div>
        <div>{seesContacts && <OrderTimeline orderId={shipment.orderId} />}</div>
      </div>
    </RecordDetails>
  );
}

function ShipmentItems({ items }: Pick<Shipment, 'items'>) {
  return (
    <section aria-label="Items" className="panel px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {withUniqueKeys(items, ({ productName }) => productName).map(({ key, item }) => (
          <li key={key} className="py-3 break-words">
            {item.productName} <span className="text-muted tabular-nums">x {formatCount(item.quantity)}</span>
            {(item.selectedColor || item.selectedSize) && <p className="text-sm text-muted">{pieceOf(item)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

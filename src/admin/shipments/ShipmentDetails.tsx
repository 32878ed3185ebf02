import type { ReactNode } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { formatCount, formatDay, formatMoment } from '#admin/kit/formats.ts';
import { useRecord } from '#admin/kit/use-record.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { formatPrice } from '#shared/money.ts';
import type { Shipment } from '#shared/schemas/shipments.ts';
import { ShipmentStatusSelect } from './ShipmentStatusSelect.tsx';
import { SHIPPING_METHODS } from './shipment-labels.ts';
import { fetchShipment } from './shipments-api.ts';

interface Props {
  shipment: Shipment;
  onClose: () => void;
  onEdit: (shipment: Shipment) => void;
  onDelete: (shipment: Shipment) => void;
}

/** Everything about one shipment. */
export function ShipmentDetails({ shipment: shown, onClose, onEdit, onDelete }: Props) {
  const shipment = useRecord('shipments', shown, fetchShipment);

  return (
    <Dialog
      title="Shipment Details"
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={() => onDelete(shipment)} className="btn mr-auto px-3 text-danger hover:underline">
            Delete
          </button>
          <button type="button" onClick={() => onEdit(shipment)} className="btn btn-primary">
            Edit
          </button>
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-lg font-medium">{shipment.shipmentNumber}</p>
          <p className="text-sm text-muted">Order {shipment.orderNumber}</p>
          <p className="text-sm text-muted">Created {formatMoment(shipment.createdAt)}</p>
        </div>
        <ShipmentStatusSelect shipment={shipment} />
      </div>
      <dl className="facts mt-6 grid gap-5 sm:grid-cols-2">
        <div>
          <dt>Recipient</dt>
          <dd className="break-words">
            {shipment.recipientName}
            <br />
            <a href={`mailto:${shipment.recipientEmail}`}>{shipment.recipientEmail}</a>
          </dd>
        </div>
        <Fact name="Tracking number">{shipment.trackingNumber || 'N/A'}</Fact>
        <Fact name="Carrier">{shipment.carrier || 'N/A'}</Fact>
        <Fact name="Shipping method">
          {SHIPPING_METHODS[shipment.shippingMethod]} · {formatPrice(shipment.shippingCost)}
        </Fact>
        <Fact name="Shipped">{shipment.shippedDate ? formatMoment(shipment.shippedDate) : 'Not shipped'}</Fact>
        <Fact name="Estimated delivery">
          {shipment.estimatedDeliveryDate ? formatDay(shipment.estimatedDeliveryDate) : 'N/A'}
        </Fact>
        <div className="sm:col-span-2">
          <dt>Notes</dt>
          <dd className="break-words whitespace-pre-line">{shipment.notes || 'N/A'}</dd>
        </div>
      </dl>
      <ShipmentItems items={shipment.items} />
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** What is in the parcel. */
function ShipmentItems({ items }: { items: Shipment['items'] }) {
  return (
    <section aria-label="Items" className="panel mt-6 px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {withUniqueKeys(items, ({ productName }) => productName).map(({ key, item }) => (
          <li key={key} className="py-3 break-words">
            {item.productName} <span className="text-muted tabular-nums">x {formatCount(item.quantity)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

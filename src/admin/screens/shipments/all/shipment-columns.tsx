import { DispatchStatusSelect } from '#admin/data/orders/DispatchStatusSelect.tsx';
import { localPhone, placeOf, unitsOf } from '#admin/data/orders/labels.ts';
import { SHIPPING_METHOD_LABELS, shipments } from '#admin/data/shipments/definition.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { Code } from '#admin/kit/Code.tsx';
import { Day } from '#admin/kit/Moment.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { type CsvColumn, spreadsheetDay, spreadsheetMoment } from '#domain/csv.ts';
import { spreadsheetPhone } from '#domain/phone.ts';
import type { Shipment } from '#domain/shipments/contract.ts';

export const shipmentColumns: Column<Shipment>[] = [
  {
    name: 'Shipment',
    slot: 'title',
    sortBy: 'createdAt',
    firstOrder: 'desc',
    className: 'whitespace-nowrap',
    cell: (shipment) => shipment.shipmentNumber,
  },
  {
    name: 'Order',
    sortBy: 'orderNumber',
    firstOrder: 'desc',
    className: 'whitespace-nowrap',
    cell: (shipment) => shipment.orderNumber,
  },
  { name: 'Recipient', className: 'fills', cell: (shipment) => <Recipient shipment={shipment} /> },
  { name: 'City, phone', className: 'max-w-40', cell: (shipment) => <CityAndPhone shipment={shipment} /> },
  {
    name: 'To collect',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ toCollect }) => (toCollect > 0 ? formatPrice(toCollect) : <span className="text-muted">–</span>),
  },
  {
    name: 'Carrier, tracking number',
    sortBy: 'carrier',
    className: 'max-w-40',
    cell: (shipment) => <CarrierAndTracking shipment={shipment} />,
  },
  {
    name: 'Status',
    slot: 'corner',
    sortBy: 'status',
    cell: (shipment) => <DispatchStatusSelect record={shipments} item={shipment} />,
  },
  {
    name: 'Shipped Date',
    sortBy: 'shippedDate',
    firstOrder: 'desc',
    className: 'text-sm whitespace-nowrap text-ink-soft',
    cell: ({ shippedDate }) => (shippedDate ? <Day of={shippedDate} /> : 'Not shipped'),
  },
];

function Recipient({ shipment }: { shipment: Shipment }) {
  return (
    <>
      <p className="break-words lg:truncate">{shipment.recipientName}</p>
      <p className="text-sm break-words text-muted lg:truncate">{shipment.recipientEmail}</p>
    </>
  );
}

function CityAndPhone({ shipment }: { shipment: Shipment }) {
  return (
    <>
      <p dir="auto" className="break-words lg:truncate">
        {placeOf(shipment) || '–'}
      </p>
      <p className="text-sm whitespace-nowrap text-muted tabular-nums">{localPhone(shipment.recipientPhone)}</p>
    </>
  );
}

function CarrierAndTracking({ shipment: { carrier, trackingNumber } }: { shipment: Shipment }) {
  return (
    <>
      <p className="break-words lg:truncate">{carrier || 'N/A'}</p>
      <p className="text-sm text-muted">{trackingNumber ? <Code>{trackingNumber}</Code> : 'N/A'}</p>
    </>
  );
}

/** A shipment in an export. */
export const shipmentCsv: CsvColumn<Shipment>[] = [
  { name: 'Shipment', value: (shipment) => shipment.shipmentNumber },
  { name: 'Order', value: (shipment) => shipment.orderNumber },
  { name: 'Created', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
  { name: 'Recipient', value: (shipment) => shipment.recipientName },
  { name: 'Email', value: (shipment) => shipment.recipientEmail },
  { name: 'Phone', value: (shipment) => spreadsheetPhone(shipment.recipientPhone) },
  { name: 'City', value: ({ cityKnown, city }) => cityKnown ?? city },
  { name: 'Pieces', value: unitsOf },
  { name: 'Weight (g)', value: ({ weight }) => weight ?? '' },
  { name: 'Amount to collect', value: (shipment) => shipment.toCollect },
  { name: 'Items', value: ({ items }) => items.map(({ productName, quantity }) => `${productName} x ${quantity}`).join('; ') },
  { name: 'Carrier', value: (shipment) => shipment.carrier },
  { name: 'Tracking Number', value: (shipment) => shipment.trackingNumber },
  { name: 'Shipping Method', value: (shipment) => SHIPPING_METHOD_LABELS[shipment.shippingMethod] },
  { name: 'Shipping Cost', value: (shipment) => shipment.shippingCost },
  { name: 'Status', value: (shipment) => SHIPMENT_STATUS_LABELS[shipment.status].text },
  { name: 'Shipped Date', value: ({ shippedDate }) => shippedDate && spreadsheetDay(shippedDate) },
  { name: 'Estimated Delivery', value: ({ estimatedDeliveryDate: day }) => day && spreadsheetDay(day) },
  { name: 'Notes', value: (shipment) => shipment.notes },
];

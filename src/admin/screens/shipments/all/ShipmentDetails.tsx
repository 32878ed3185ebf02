import { Phones, useRevealed } from '#admin/data/orders/contact.tsx';
import { DispatchStatusSelect } from '#admin/data/orders/DispatchStatusSelect.tsx';
import { pieceOf, placeOf } from '#admin/data/orders/labels.ts';
import { TellCustomer } from '#admin/data/ready-texts/TellCustomer.tsx';
import { SHIPPING_METHOD_LABELS, shipments } from '#admin/data/shipments/definition.ts';
import { ParcelPapers } from '#admin/data/shipments/labels/ParcelPapers.tsx';
import { ParcelSums } from '#admin/data/shipments/labels/ParcelSums.tsx';
import { formatCount, formatDay, formatMoment } from '#admin/kit/formats.ts';
import { Price } from '#admin/kit/Price.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Fact, RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { UndoNotice } from '#admin/kit/UndoNotice.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { isMasked } from '#domain/masked.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import type { Shipment } from '#domain/shipments/contract.ts';
import { isBack } from '#domain/shipments/status.ts';

/** Everything about one shipment. */
export function ShipmentDetails({ item, ...dialog }: DialogProps<Shipment>) {
  const shipment = useRecord(shipments, item);
  const contact = useRevealed(shipment.orderId);
  const email = contact?.customerEmail ?? shipment.recipientEmail;
  const { estimatedDeliveryDate: expected, shippedDate } = shipment;

  return (
    <RecordDetails
      {...dialog}
      record={shipments}
      item={shipment}
      status={<DispatchStatusSelect record={shipments} item={shipment} />}
      alerts={<UndoNotice record={shipments} item={shipment} />}
      lines={[`Order ${shipment.orderNumber}`, `Created ${formatMoment(shipment.createdAt)}`]}
      facts={
        <>
          <Fact name="Recipient">
            {shipment.recipientName}
            <br />
            {email && !isMasked(email) && (
              <>
                <a href={`mailto:${email}`}>{email}</a>
                <br />
              </>
            )}
            <Phones
              orderId={shipment.orderId}
              phones={[contact?.recipientPhone ?? contact?.customerPhone ?? shipment.recipientPhone]}
            />
            {shipment.city && <bdi className="block">{placeOf(shipment)}</bdi>}
          </Fact>
          <Fact name="Tracking number">{shipment.trackingNumber || 'N/A'}</Fact>
          <Fact name="Carrier">{shipment.carrier || 'N/A'}</Fact>
          <Fact name="Shipping method">
            {SHIPPING_METHOD_LABELS[shipment.shippingMethod]}
            {!isHiddenSum(shipment.shippingCost) && ` · ${formatPrice(shipment.shippingCost)}`}
          </Fact>
          <Fact name="To collect">{shipment.toCollect === 0 ? 'Nothing' : <Price of={shipment.toCollect} />}</Fact>
          <Fact name="Weight">{shipment.weight === null ? '–' : `${formatCount(shipment.weight)} g`}</Fact>
          <Fact name="Shipped">{shippedDate ? formatMoment(shippedDate) : 'Not shipped'}</Fact>
          <Fact name="Estimated delivery">{expected ? formatDay(expected) : '–'}</Fact>
          <Fact name="Notes" isWide className="whitespace-pre-line">
            {shipment.notes || '–'}
          </Fact>
        </>
      }
    >
      {email === '' && shipment.status !== 'preparing' && !isBack(shipment) && (
        <TellCustomer
          orderId={shipment.orderId}
          text={shipment.status === 'delivered' ? 'arrived' : 'shipped'}
          parcel={shipment}
        />
      )}
      <ParcelSums shipmentId={shipment.id} />
      <ParcelPapers shipmentId={shipment.id} />
      <section aria-label="Items" className="panel mt-6 px-4 sm:px-5">
        <ul className="divide-y divide-line">
          {withUniqueKeys(shipment.items, ({ productName }) => productName).map(({ key, item }) => (
            <li key={key} className="py-3 break-words">
              {item.productName} <span className="text-muted tabular-nums">x {formatCount(item.quantity)}</span>
              {(item.selectedColor || item.selectedSize) && <p className="text-sm text-muted">{pieceOf(item)}</p>}
            </li>
          ))}
        </ul>
      </section>
    </RecordDetails>
  );
}

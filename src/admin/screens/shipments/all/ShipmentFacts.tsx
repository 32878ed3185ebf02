import { Phones, useRevealed } from '#admin/data/orders/contact.tsx';
import { placeOf } from '#admin/data/orders/labels.ts';
import { SHIPPING_METHOD_LABELS } from '#admin/data/shipments/definition.ts';
import { formatCount, formatDay, formatMoment } from '#admin/kit/formats.ts';
import { Price } from '#admin/kit/Price.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { isMasked } from '#domain/masked.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import type { Shipment } from '#domain/shipments/contract.ts';

/** Who gets a parcel, who carries it, what it costs and collects, and when. */
export function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const contact = useRevealed(shipment.orderId);
  const email = contact?.customerEmail ?? shipment.recipientEmail;
  const { estimatedDeliveryDate: expected, shippedDate } = shipment;
  return (
    <section aria-label="Parcel" className="panel px-4 py-4 sm:px-5">
      <Facts className="sm:grid-cols-2">
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
        <Fact name="Order">
          <Link href={`/admin/orders/${shipment.orderNumber}`}>{shipment.orderNumber}</Link>
        </Fact>
        <Fact name="Carrier">{shipment.carrier || 'N/A'}</Fact>
        <Fact name="Tracking number">{shipment.trackingNumber || 'N/A'}</Fact>
        <Fact name="Shipping method">
          {SHIPPING_METHOD_LABELS[shipment.shippingMethod]}
          {!isHiddenSum(shipment.shippingCost) && ` · ${formatPrice(shipment.shippingCost)}`}
        </Fact>
        <Fact name="To collect">{shipment.toCollect === 0 ? 'Nothing' : <Price of={shipment.toCollect} />}</Fact>
        <Fact name="Shipped">{shippedDate ? formatMoment(shippedDate) : 'Not shipped'}</Fact>
        <Fact name="Estimated delivery">{expected ? formatDay(expected) : '–'}</Fact>
        <Fact name="Weight">{shipment.weight === null ? '–' : `${formatCount(shipment.weight)} g`}</Fact>
        <Fact name="Notes" isWide className="whitespace-pre-line">
          {shipment.notes || '–'}
        </Fact>
      </Facts>
    </section>
  );
}

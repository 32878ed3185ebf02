import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { SHIPMENT_STATUSES, SHIPMENT_TONES } from '#admin/shipments/shipment-labels.ts';
import type { DeskWork } from '#shared/schemas/reports.ts';

/** Parcels that should have arrived: somebody calls the courier. */
export function LateParcels({ work: { late, lateCount } }: { work: DeskWork }) {
  return (
    <Section
      title={lateCount > 0 ? `Late Parcels (${formatCount(lateCount)})` : 'Late Parcels'}
      isEmpty={late.length === 0}
      empty="No parcel is late"
      action={
        <Link href="/admin/shipments" className="quiet-link">
          Shipments
        </Link>
      }
    >
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {late.map(({ id, shipmentNumber, recipientName, carrier, status, estimatedDeliveryDate, shippedDate }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 py-2">
            <span className="min-w-0 grow">
              <Link href={`/admin/shipments/${shipmentNumber}`} className="entry-link inline-block py-0.5 font-medium">
                {shipmentNumber}
              </Link>
              <span className="block truncate text-sm text-muted">{[recipientName, carrier].filter(Boolean).join(', ')}</span>
            </span>
            <span className="shrink-0 text-right text-sm">
              <span className={`badge ${SHIPMENT_TONES[status]}`}>{SHIPMENT_STATUSES[status]}</span>
              <span className="block text-muted">
                {estimatedDeliveryDate
                  ? `Expected ${formatDay(estimatedDeliveryDate)}`
                  : shippedDate && `Sent ${formatDay(shippedDate)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

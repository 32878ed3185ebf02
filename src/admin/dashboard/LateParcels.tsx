import { formatDay } from '#admin/kit/formats.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { SHIPMENT_STATUSES } from '#admin/kit/status-labels.ts';
import type { DeskWork } from '#shared/schemas/reports.ts';
import { DashboardList, RecordLine } from './DashboardList.tsx';

/** Parcels that should have arrived: somebody calls the courier. */
export function LateParcels({ work: { late, lateCount } }: { work: DeskWork }) {
  return (
    <DashboardList
      title="Late Parcels"
      total={lateCount}
      items={late}
      keyOf={({ id }) => id}
      empty="No parcel is late"
      screen={{ href: '/admin/shipments', label: 'Shipments' }}
    >
      {({ shipmentNumber, recipientName, carrier, status, estimatedDeliveryDate, shippedDate }) => (
        <>
          <RecordLine
            href={`/admin/shipments/${shipmentNumber}`}
            number={shipmentNumber}
            note={[recipientName, carrier].filter(Boolean).join(', ')}
          />
          <span className="shrink-0 text-right text-sm">
            <StatusBadge label={SHIPMENT_STATUSES[status]} />
            <span className="block text-muted">
              {estimatedDeliveryDate
                ? `Expected ${formatDay(estimatedDeliveryDate)}`
                : shippedDate && `Sent ${formatDay(shippedDate)}`}
            </span>
          </span>
        </>
      )}
    </DashboardList>
  );
}

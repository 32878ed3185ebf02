import { formatDay, today } from '#admin/kit/formats.ts';
import type { DeskWork } from '#shared/schemas/reports.ts';
import { DashboardList, RecordLine } from './DashboardList.tsx';

/** Purchase orders on their way, earliest first; overdue ones are red. */
export function ExpectedDeliveries({ work: { expected, expectedCount } }: { work: DeskWork }) {
  return (
    <DashboardList
      title="Deliveries Expected"
      total={expectedCount}
      items={expected}
      keyOf={({ id }) => id}
      empty="No delivery is expected"
      screen={{ href: '/admin/purchase-orders', label: 'Purchase Orders' }}
    >
      {({ orderNumber, supplierName, expectedDeliveryDate }) => (
        <>
          <RecordLine href={`/admin/purchase-orders/${orderNumber}`} number={orderNumber} note={supplierName} />
          <span className={`badge shrink-0 ${expectedDeliveryDate < today() ? 'tone-stop' : 'tone-plain'}`}>
            {formatDay(expectedDeliveryDate)}
          </span>
        </>
      )}
    </DashboardList>
  );
}

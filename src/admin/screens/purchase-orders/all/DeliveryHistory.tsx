import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { PurchaseOrder, SupplierDelivery } from '#domain/purchase-orders/contract.ts';
import { deliveryLine, pieceCount } from './purchase-order-labels.ts';
import { deleteDelivery, deliveriesOf } from './purchase-orders.ts';

/** The deliveries of a purchase order: who received what and when. Each can be taken back. */
export function DeliveryHistory({ order }: { order: PurchaseOrder }) {
  const { data, isError, refetch } = useQuery(deliveriesOf(order.id));
  const [toTakeBack, setTakeBack] = useState<SupplierDelivery | null>(null);
  const { mutateAsync } = useMutation({
    mutationFn: (delivery: SupplierDelivery) => deleteDelivery(order.id, delivery.id),
    onSuccess: (_, { deliveryNumber }) => toast(`Delivery ${deliveryNumber} was taken back`),
  });

  if (isError) {
    return <NotLoaded what="The deliveries" onRetry={refetch} className="mt-6 text-sm" />;
  }
  if (!data) return <Spinner label="Loading deliveries…" />;
  if (data.length === 0) return null;
  return (
    <section aria-label="Deliveries" className="mt-6">
      <h3 className="mb-2 text-lg">Deliveries</h3>
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {data.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className={delivery.takenBackAt ? 'text-muted line-through' : 'font-medium'}>{delivery.deliveryNumber}</p>
              <p className="text-sm text-muted">{whoAndWhen('Received', delivery.actorName, delivery.createdAt)}</p>
              {delivery.takenBackAt && (
                <p className="text-sm text-muted">{whoAndWhen('Taken back', delivery.takenBackByName, delivery.takenBackAt)}</p>
              )}
              <ul className="mt-1 text-sm">
                {delivery.items.map((item) => (
                  <li key={item.position} className="break-words">
                    {deliveryLine(item)}
                  </li>
                ))}
              </ul>
              {delivery.notes && <p className="mt-1 text-sm break-words whitespace-pre-line text-ink-soft">{delivery.notes}</p>}
            </div>
            {!delivery.takenBackAt && (
              <button
                type="button"
                onClick={() => setTakeBack(delivery)}
                aria-label={`Take back delivery ${delivery.deliveryNumber}`}
                className="btn btn-outline px-4"
              >
                Take back
              </button>
            )}
          </li>
        ))}
      </ul>
      {toTakeBack && (
        <ConfirmDialog
          question={`Take back delivery ${toTakeBack.deliveryNumber}?`}
          detail={`${pieceCount(toTakeBack.items.map(({ received, damaged }) => ({ quantity: received - damaged })))} leave the stock again.`}
          action="Take back"
          busyAction="Taking back…"
          failure="Failed to take back the delivery"
          onConfirm={() => mutateAsync(toTakeBack)}
          onClose={() => setTakeBack(null)}
        />
      )}
    </section>
  );
}

function whoAndWhen(what: string, who: string | null, when: string): string {
  return `${what} ${formatMoment(when)}${who ? ` by ${who}` : ''}`;
}

import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { SHIPMENT_STATUSES } from '#admin/shipments/shipment-labels.ts';
import { putShipmentStatus } from '#admin/shipments/shipments-api.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { ShipmentStatus } from '#shared/schemas/shipments.ts';
import { NEXT_STEPS, nextStep, type Parcel, parcelOf } from './next-step.ts';
import { useOrderStatusChange } from './use-order-status-change.ts';

interface Props {
  order: Order;
  /** Opens the form of a new shipment of the order. */
  onShip: (order: Order) => void;
  className?: string;
}

/** The next sensible step of an order as one button; nothing when there is none. A parcel leads its order. */
export function NextStepButton({ order, onShip, className = 'btn btn-outline min-h-9 px-3 max-lg:min-h-11' }: Props) {
  const step = nextStep(order);
  const parcel = parcelOf(order);
  const changeOrder = useOrderStatusChange();
  const moveParcel = useParcelChange();

  if (!step) return null;

  function take() {
    if (step === 'ship') onShip(order);
    else if (step === 'process') changeOrder(order, 'processing');
    else if (parcel) moveParcel.mutate({ parcel, status: step === 'handOver' ? 'shipped' : 'delivered' });
    else changeOrder(order, 'delivered');
  }

  return (
    <button type="button" onClick={take} disabled={moveParcel.isPending} className={`whitespace-nowrap ${className}`}>
      {NEXT_STEPS[step]}
      <span className="sr-only"> of order {order.orderNumber}</span>
    </button>
  );
}

/** Gives a parcel a status by the version seen; its order follows on the server, and the lists ask again. */
function useParcelChange() {
  const report = useErrorBanner();
  return useMutation({
    mutationFn: ({ parcel, status }: { parcel: Parcel; status: ShipmentStatus }) =>
      putShipmentStatus(parcel.id, status, { updatedAt: parcel.updatedAt }),
    onSuccess: ({ shipmentNumber, orderNumber, status }) => {
      report(null, '');
      toast(`Order ${orderNumber}: shipment ${shipmentNumber} is now ${SHIPMENT_STATUSES[status]}`);
    },
    onError: (error) => report(error, 'Failed to update shipment status'),
  });
}

import { useMutation } from '@tanstack/react-query';
import { useCashQuestion } from '#admin/data/orders/CashHolder.tsx';
import { useMoneyFirst } from '#admin/data/orders/MoneyFirst.tsx';
import { useStoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { shipments } from '#admin/data/shipments/definition.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import { useUndo } from '#admin/kit/use-undo.ts';
import { navigate } from '#admin/platform/router.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import { NEXT_STEPS, type NextStep, nextStep, type Parcel, parcelOf, parcelsBack } from './next-step.ts';
import { orders, statusRight } from './orders.ts';

const STEP_RIGHTS: Record<NextStep, NeededRight> = {
  process: statusRight('processing'),
  ship: 'send_parcels',
  handOver: 'send_parcels',
  deliver: 'send_parcels',
  shipAgain: 'send_parcels',
  receive: 'receive_returns',
};

interface Props {
  order: StaffOrder;
  /** Opens the form of a new shipment of the order. */
  onShip: () => void;
  /** Opens the form that counts what came back. */
  onReceive: () => void;
  className?: string;
}

/** The next step of an order as one button; nothing when there is none. An order follows its parcel. */
export function NextStepButton({ order, onShip, onReceive, className = 'btn btn-outline btn-small' }: Props) {
  const step = nextStep(order);
  const parcel = parcelOf(order);
  const stoppedOrders = useStoppedOrders();
  const cash = useCashQuestion();
  const deliverOrder = useStatusChange(orders);
  const changeOrder = useStatusChange(
    orders,
    (refusal, retry) =>
      stoppedOrders.ask([refusal], retry) || cash.ask([refusal], (answer) => deliverOrder(order, 'delivered', answer)),
  );
  const moneyFirst = useMoneyFirst();
  const moveParcel = useParcelChange(stoppedOrders.ask);

  if (!step) return null;

  function take() {
    if (step === 'ship' || step === 'shipAgain') onShip();
    else if (step === 'receive' && parcel) navigate(`/admin/receive?code=${parcelsBack(order).pop()?.shipmentNumber}`);
    else if (step === 'receive') onReceive();
    else if (step === 'process') moneyFirst.ask([order], 'processing', () => changeOrder(order, 'processing'));
    else if (parcel) moveParcel.mutate({ parcel, status: step === 'handOver' ? 'shipped' : 'delivered' });
    else changeOrder(order, 'delivered');
  }

  return (
    <>
      <MayButton
        right={STEP_RIGHTS[step]}
        onClick={take}
        disabled={moveParcel.isPending}
        className={`whitespace-nowrap ${className}`}
      >
        {NEXT_STEPS[step]}
        <span className="sr-only"> of order {order.orderNumber}</span>
      </MayButton>
      {moneyFirst.question}
      {stoppedOrders.question}
      {cash.question}
    </>
  );
}

interface ParcelChange {
  parcel: Parcel;
  status: ShipmentStatus;
}

/** Changes the status of a parcel by the version seen. On the server its order follows. `asks` is told of refusals as `useStoppedOrders` takes them. */
function useParcelChange(asks: (refusals: unknown[], retry: () => void) => boolean) {
  const report = useErrorBanner();
  const undo = useUndo(shipments);
  const changing = useMutation({
    mutationFn: ({ parcel, status }: ParcelChange) => shipments.setStatus(parcel.id, status, { updatedAt: parcel.updatedAt }),
    onSuccess: (shipment) => {
      const { shipmentNumber, orderNumber, status } = shipment;
      toast(
        `Order ${orderNumber}: shipment ${shipmentNumber} is now ${SHIPMENT_STATUS_LABELS[status].text}`,
        status === shipments.undoable ? () => undo.mutate(shipment) : undefined,
      );
    },
    onSettled: (_, failure, change) => {
      const isAsked = failure !== null && asks([failure], () => changing.mutate(change));
      report(isAsked ? null : failure, 'Failed to update shipment status');
    },
  });
  return changing;
}

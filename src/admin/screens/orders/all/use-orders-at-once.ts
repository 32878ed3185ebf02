import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CashAnswer, isCashUnknown, useCashQuestion } from '#admin/data/orders/CashHolder.tsx';
import { isStopped, useStoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { createShipments, setShipmentStatuses } from '#admin/data/shipments/definition.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText, type NamedOutcome, refusalText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import type { Selection } from '#admin/kit/use-selection.ts';
import { ApiFailure } from '#browser/api.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { ShipmentPayload } from '#domain/shipments/contract.ts';
import { parcelOf } from './next-step.ts';
import { setOrderStatuses } from './orders.ts';

const CHANGE_FAILED = 'Failed to update orders';

/** Something to do to many orders, and what to say of those it was done to: `now Processing`. */
interface Job {
  run: (orders: StaffOrder[], answer?: CashAnswer) => Promise<NamedOutcome[]>;
  answer?: CashAnswer;
  orders: StaffOrder[];
  done: string;
}

/**
 * What can be done to all selected orders. Each is changed on its own: a toast counts what was done, the banner names those refused, with the
 * reason. `question` asks about those that the dispatch gate stopped, and with whom the cash is of those that are delivered without a parcel.
 */
export function useOrdersAtOnce(selection: Selection<StaffOrder>) {
  const report = useErrorBanner();
  const changed = useRef(new Map<string, StaffOrder>());
  const stoppedOrders = useStoppedOrders();
  const cash = useCashQuestion();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run, orders, answer }: Job) => run(orders, answer),
    onSuccess: (outcomes, { run, orders, done }) => {
      const successes = outcomes.filter(({ refusal }) => !refusal).length;
      if (successes > 0) toast(`${countText('order', successes)} ${successes === 1 ? 'is' : 'are'} ${done}`);
      const refusals = refusalText('order', outcomes);
      report(refusals ? new ApiFailure(409, 'some_refused', refusals) : null, '');
      stoppedOrders.ask(
        outcomes.map(({ refusal }) => refusal),
        () =>
          attempt(CHANGE_FAILED, () =>
            mutateAsync({ run, orders: orders.filter((_, index) => isStopped(outcomes[index]?.refusal)), done }),
          ),
      );
      cash.ask(
        outcomes.map(({ refusal }) => refusal),
        (answer) =>
          attempt(CHANGE_FAILED, () =>
            mutateAsync({ run, orders: orders.filter((_, index) => isCashUnknown(outcomes[index]?.refusal)), done, answer }),
          ),
      );
    },
  });

  /** The selected orders as this screen last changed them: a change may have taken them off the list. */
  function selected(): StaffOrder[] {
    return selection.items.map((order) => {
      const newer = changed.current.get(order.id);
      return newer && versionOf(newer) >= versionOf(order) ? newer : order;
    });
  }

  const remember = (order: StaffOrder) => changed.current.set(order.id, order);

  async function setStatus(status: OrderStatus): Promise<void> {
    const run = async (orders: StaffOrder[], answer?: CashAnswer) =>
      (await setOrderStatuses(orders, status, answer)).map(({ order, refusal }, index) => {
        if (order) remember(order);
        return { name: orders[index]?.orderNumber ?? '', refusal };
      });
    await attempt(CHANGE_FAILED, async () =>
      mutateAsync({ run, orders: selected(), done: `now ${ORDER_STATUS_LABELS[status].text}` }),
    );
  }

  async function handOver(): Promise<void> {
    await attempt(CHANGE_FAILED, async () => mutateAsync({ run: handOverParcels, orders: selected(), done: 'handed over' }));
  }

  async function handOverParcels(orders: StaffOrder[]): Promise<NamedOutcome[]> {
    const ready = orders.flatMap((order) => {
      const parcel = parcelOf(order);
      return parcel?.status === 'preparing' ? [{ order, parcel }] : [];
    });
    const outcomes = await setShipmentStatuses(
      ready.map(({ parcel }) => parcel),
      'shipped',
    );
    const byOrder = new Map(ready.map(({ order }, index) => [order.id, outcomes[index]]));
    return orders.map((order) => {
      const outcome = byOrder.get(order.id);
      if (outcome?.shipment) remember({ ...withParcel(order, outcome.shipment), status: 'shipped' });
      return { name: order.orderNumber, refusal: outcome ? outcome.refusal : { message: waiting(order) } };
    });
  }

  /** @throws ApiFailure when nothing was done */
  async function ship(orders: StaffOrder[], shipments: ShipmentPayload[]): Promise<void> {
    const byOrder = new Map(shipments.map((shipment) => [shipment.orderId, shipment]));
    const run = async (shipped: StaffOrder[]) =>
      (await createShipments(shipped.flatMap(({ id }) => byOrder.get(id) ?? []))).map(({ shipment, refusal }, index) => {
        const order = shipped[index];
        if (order && shipment) remember(withParcel(order, shipment));
        return { name: order?.orderNumber ?? '', refusal };
      });
    await mutateAsync({ run, orders, done: 'ready to hand over' });
  }

  /** Gives null when it failed, which the banner says until it works. */
  async function attempt<Answer>(failure: string, work: () => Promise<Answer>): Promise<Answer | null> {
    try {
      const answer = await work();
      report(null, failure);
      return answer;
    } catch (error) {
      report(error, failure);
      return null;
    }
  }

  return {
    isPending,
    selected,
    setStatus,
    handOver,
    ship,
    question: stoppedOrders.question,
    cashQuestion: cash.question,
  };
}

/** Why an order is not handed over. */
function waiting(order: StaffOrder): string {
  return parcelOf(order) ? 'It was handed over before' : 'It has no shipment yet';
}

function withParcel(
  order: StaffOrder,
  {
    id,
    shipmentNumber,
    status,
    carrier,
    trackingNumber,
    weight,
    receivedAt,
    updatedAt,
  }: Omit<StaffOrder['shipments'][number], 'isAwaited'>,
): StaffOrder {
  const others = order.shipments.filter((parcel) => parcel.id !== id);
  const parcel = { id, shipmentNumber, status, carrier, trackingNumber, weight, receivedAt, isAwaited: false, updatedAt };
  return { ...order, shipments: [...others, parcel] };
}

/** When an order or one of its parcels was last changed. */
function versionOf({ updatedAt, shipments }: StaffOrder): string {
  return [updatedAt, ...shipments.map((parcel) => parcel.updatedAt)].sort().pop() ?? updatedAt;
}

import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { Selection } from '#admin/kit/use-selection.ts';
import { postShipments, putShipmentStatuses } from '#admin/shipments/shipments-api.ts';
import { ApiFailure } from '#browser/api.ts';
import type { Order, OrderStatus } from '#shared/schemas/orders.ts';
import type { ShipmentPayload } from '#shared/schemas/shipments.ts';
import { parcelOf } from './next-step.ts';
import { ORDER_STATUSES } from './order-labels.ts';
import { putOrderStatuses } from './orders-api.ts';
import { countText, type OrderOutcome, refusalText } from './outcome-text.ts';

/** Something done to many orders, what came of each, and what to say of those it was done to: `now Processing`. */
interface Job {
  run: (orders: Order[]) => Promise<OrderOutcome[]>;
  orders: Order[];
  done: string;
}

/** What can be done to all selected orders. Each is judged alone: what was done is said, and who was refused stands in the banner, with why. */
export function useOrdersAtOnce(selection: Selection<Order>) {
  const report = useErrorBanner();
  const changed = useRef(new Map<string, Order>());
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run, orders }: Job) => run(orders),
    onSuccess: (outcomes, { done }) => {
      const successes = outcomes.filter(({ refusal }) => !refusal).length;
      if (successes > 0) toast(`${countText(successes)} ${successes === 1 ? 'is' : 'are'} ${done}`);
      const refusals = refusalText(outcomes);
      report(refusals ? new ApiFailure(409, 'some_refused', refusals) : null, '');
    },
    onError: (error) => report(error, 'Failed to update orders'),
  });

  /** The selected orders, with what was done to them here since they were selected: they may have left the list by it. */
  async function selected(): Promise<Order[]> {
    const orders = await selection.fetchItems();
    return orders.map((order) => {
      const newer = changed.current.get(order.id);
      return newer && versionOf(newer) >= versionOf(order) ? newer : order;
    });
  }

  const remember = (order: Order) => changed.current.set(order.id, order);

  async function setStatus(status: OrderStatus): Promise<void> {
    const run = async (orders: Order[]) =>
      (await putOrderStatuses(orders, status)).map(({ order, refusal }, place) => {
        if (order) remember(order);
        return { orderNumber: orders[place]?.orderNumber ?? '', refusal };
      });
    await attempt(async () => mutateAsync({ run, orders: await selected(), done: `now ${ORDER_STATUSES[status]}` }));
  }

  async function handOver(): Promise<void> {
    await attempt(async () => mutateAsync({ run: handOverParcels, orders: await selected(), done: 'handed over' }));
  }

  async function handOverParcels(orders: Order[]): Promise<OrderOutcome[]> {
    const ready = orders.flatMap((order) => {
      const parcel = parcelOf(order);
      return parcel?.status === 'preparing' ? [{ order, parcel }] : [];
    });
    const outcomes = await putShipmentStatuses(
      ready.map(({ parcel }) => parcel),
      'shipped',
    );
    const byOrder = new Map(ready.map(({ order }, place) => [order.id, outcomes[place]]));
    return orders.map((order) => {
      const outcome = byOrder.get(order.id);
      if (outcome?.shipment) remember({ ...withParcel(order, outcome.shipment), status: 'shipped' });
      return { orderNumber: order.orderNumber, refusal: outcome ? outcome.refusal : { message: waiting(order) } };
    });
  }

  /** @throws ApiFailure when nothing was done */
  async function ship(orders: Order[], shipments: ShipmentPayload[]): Promise<void> {
    const run = async () =>
      (await postShipments(shipments)).map(({ shipment, refusal }, place) => {
        const order = orders[place];
        if (order && shipment) remember(withParcel(order, shipment));
        return { orderNumber: order?.orderNumber ?? '', refusal };
      });
    await mutateAsync({ run, orders, done: 'ready to hand over' });
  }

  /** Gives what was asked for, or null when that failed, which the banner says. */
  async function attempt<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await work();
    } catch (error) {
      report(error, 'Failed to load orders');
      return null;
    }
  }

  return { isPending, fetchSelected: () => attempt(selected), setStatus, handOver, ship };
}

/** Why an order is not handed over. */
function waiting(order: Order): string {
  return parcelOf(order) ? 'It was handed over before' : 'It has no shipment yet';
}

function withParcel(
  order: Order,
  { id, shipmentNumber, status, carrier, trackingNumber, updatedAt }: Order['shipments'][number],
): Order {
  const others = order.shipments.filter((parcel) => parcel.id !== id);
  return { ...order, shipments: [...others, { id, shipmentNumber, status, carrier, trackingNumber, updatedAt }] };
}

/** When an order or a parcel of it was changed last. */
function versionOf({ updatedAt, shipments }: Order): string {
  return [updatedAt, ...shipments.map((parcel) => parcel.updatedAt)].sort().pop() ?? updatedAt;
}

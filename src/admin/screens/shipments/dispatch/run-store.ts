import { atom } from 'nanostores';
import { createShipments } from '#admin/data/shipments/definition.ts';
import { EMPTY_PARCEL } from '#admin/data/shipments/ShipmentForm.tsx';
import { queryClient } from '#admin/platform/query-client.ts';
import type { DispatchCourier } from '#domain/couriers/dispatch.ts';
import { bookAll, type Run, type Task } from './booking-run.ts';
import { book } from './dispatch-api.ts';

/** The bookings under way, or the last ones. They go on while staff look at other screens; whoever leaves the page takes them up again from the list. */
export const $run = atom<Run | null>(null);

/** The courier that staff chose for a parcel instead of the suggested one, by the id of its order. */
export const $chosen = atom<Record<string, string>>({});

let isStopped = false;

export function choose(orderIds: string[], courierId: string): void {
  $chosen.set({ ...$chosen.get(), ...Object.fromEntries(orderIds.map((id) => [id, courierId])) });
}

export const isRunning = (run: Run | null): run is Run => run !== null && run.tookMs === null;

/** Books these parcels, unless others are being booked. Gives the run at its end. @throws whatever is no failure of the API */
export async function startRun(tasks: Task[], couriers: DispatchCourier[]): Promise<Run | null> {
  if (isRunning($run.get()) || tasks.length === 0) return null;
  isStopped = false;
  const paces = new Map(couriers.map(({ id, paceMs, adapter }) => [id, { paceMs, isCalled: adapter !== 'generic' }]));
  // Asks before the page is left in the middle of it.
  window.addEventListener('beforeunload', keepPage);
  try {
    return await bookAll(tasks, {
      createShipments: (orders) => createShipments(orders.map(({ orderId }) => ({ ...EMPTY_PARCEL, shippingCost: 0, orderId }))),
      book,
      paceOf: (courierId) => paces.get(courierId) ?? { paceMs: 1_000, isCalled: true },
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      now: () => performance.now(),
      isStopped: () => isStopped,
      onChange: (run) => $run.set(run),
    });
  } finally {
    window.removeEventListener('beforeunload', keepPage);
    await queryClient.invalidateQueries();
  }
}

export function stopRun(): void {
  isStopped = true;
}

function keepPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

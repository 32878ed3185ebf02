import { ApiFailure } from '#browser/api.ts';
import type { Booking } from '#domain/couriers/contract.ts';
import type { ShipmentOutcome, ShipmentPayload } from '#domain/shipments/contract.ts';

/** A parcel to book. */
export interface Task {
  /** The row's id: the parcel's, or the order's while it has none. */
  id: string;
  orderId: string;
  orderNumber: string;
  /** Null while the order has no parcel yet. */
  shipmentId: string | null;
  courierId: string;
}

/** `unclear`: nobody knows what came of it. `filed`: it waits for its number from a portal. */
export type JobState = 'waiting' | 'booking' | 'booked' | 'filed' | 'unclear' | 'failed';

export interface Job extends Task {
  state: JobState;
  /** Why it failed, or is unclear. */
  problem: string;
}

export interface Run {
  jobs: Job[];
  /** Milliseconds, once it has ended. */
  tookMs: number | null;
  /** Why it ended before its end; empty otherwise. */
  stopped: string;
}

export interface Pace {
  paceMs: number;
  /** Whether it is called at all, or a file goes to its portal. */
  isCalled: boolean;
}

export interface Means {
  createShipments: (payloads: Pick<ShipmentPayload, 'orderId'>[]) => Promise<ShipmentOutcome[]>;
  book: (shipmentId: string, courierId: string) => Promise<Booking>;
  paceOf: (courierId: string) => Pace;
  wait: (ms: number) => Promise<void>;
  now: () => number;
  isStopped: () => boolean;
  onChange: (run: Run) => void;
}

/** A lost connection often comes back at once; the booking is then asked for again, which never makes another. */
const TRIES = 3;
const RETRY_MS = 2_000;

export const NO_CONNECTION = 'The connection was lost. What was booked stays booked: go on when you are online.';
const STOPPED = 'Stopped. What was booked stays booked.';

/**
 * Books parcels: makes the missing ones, then calls each courier at its pace, one parcel after another, several couriers side by side. What fails stays
 * with its reason, and the others go on; only a lost connection ends it. Gives the run at its end.
 */
export async function bookAll(tasks: Task[], means: Means): Promise<Run> {
  const began = means.now();
  let run: Run = { jobs: tasks.map((task) => ({ ...task, state: 'waiting', problem: '' })), tookMs: null, stopped: '' };
  const tell = (next: Partial<Run>) => {
    run = { ...run, ...next };
    means.onChange(run);
  };
  const note = (id: string, change: Partial<Job>) =>
    tell({ jobs: run.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) });
  const shipmentOf = (id: string) => run.jobs.find((job) => job.id === id)?.shipmentId;

  tell({});
  try {
    await makeParcels();
    const couriers = [...new Set(tasks.map(({ courierId }) => courierId))];
    await Promise.all(couriers.map((courierId) => bookWith(courierId)));
  } catch (lost) {
    if (!(lost instanceof ApiFailure)) throw lost;
    tell({ stopped: lost.status === 0 ? NO_CONNECTION : lost.message });
  }
  const isWhole = run.stopped !== '' || run.jobs.every(({ state }) => state !== 'waiting');
  tell({ tookMs: means.now() - began, ...(isWhole ? {} : { stopped: STOPPED }) });
  return run;

  async function makeParcels(): Promise<void> {
    const orders = run.jobs.filter(({ shipmentId }) => shipmentId === null).map(({ orderId }) => ({ orderId }));
    if (orders.length === 0) return;
    for (const { orderId, shipment, refusal } of await means.createShipments(orders)) {
      note(orderId, shipment ? { shipmentId: shipment.id } : { state: 'failed', problem: refusal?.message ?? '' });
    }
  }

  async function bookWith(courierId: string): Promise<void> {
    const { paceMs, isCalled } = means.paceOf(courierId);
    let next = means.now();
    for (const { id } of tasks.filter((task) => task.courierId === courierId)) {
      const shipmentId = shipmentOf(id);
      if (!shipmentId) continue;
      if (next > means.now()) await means.wait(next - means.now());
      if (run.stopped || means.isStopped()) return;
      next = means.now() + paceMs;
      note(id, { state: 'booking' });
      try {
        note(id, outcomeOf(await insist(() => means.book(shipmentId, courierId)), isCalled));
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        if (failure.status === 0) {
          note(id, { state: 'waiting' });
          throw failure;
        }
        note(id, { state: failure.code === 'booking_under_way' ? 'unclear' : 'failed', problem: reasonOf(failure) });
      }
    }
  }

  /** Asks again while no answer comes. @throws ApiFailure */
  async function insist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await call();
      } catch (failure) {
        const isLost = failure instanceof ApiFailure && failure.status === 0;
        if (!isLost || tried === TRIES || means.isStopped()) throw failure;
        await means.wait(RETRY_MS);
      }
    }
  }
}

function outcomeOf({ state, problem }: Booking, isCalled: boolean): Partial<Job> {
  if (state === 'booked') return { state, problem: '' };
  if (state === 'failed' || state === 'cancelled') return { state: 'failed', problem };
  return isCalled ? { state: 'unclear', problem } : { state: 'filed', problem: '' };
}

function reasonOf({ message, errors }: ApiFailure): string {
  return errors[0]?.message ?? message;
}

/** How many jobs of a run have each state. */
export function countJobs({ jobs }: Run): Record<JobState, number> {
  const counts: Record<JobState, number> = { waiting: 0, booking: 0, booked: 0, filed: 0, unclear: 0, failed: 0 };
  for (const { state } of jobs) counts[state] += 1;
  return counts;
}

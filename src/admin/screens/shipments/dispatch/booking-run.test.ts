import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import type { Booking } from '#domain/couriers/contract.ts';
import type { ShipmentOutcome } from '#domain/shipments/contract.ts';
import { bookAll, countJobs, type Means, NO_CONNECTION, type Run, type Task } from './booking-run.ts';

const LOST = new ApiFailure(0, 'unreachable', 'No connection');

const tasks = (count: number, courierId = 'postex', shipmentId: string | null = 'made'): Task[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${courierId}-${n}`,
    orderId: `${courierId}-${n}`,
    orderNumber: `ORD-${n}`,
    shipmentId: shipmentId && `${courierId}-${n}-parcel`,
    courierId,
  }));

/** A clock that waits by being moved on, and couriers that answer after so many milliseconds as `answer` says. */
function world(answer: (shipmentId: string, call: number) => Partial<Booking> | Error, answerMs = 300) {
  let now = 0;
  const timers: { at: number; go: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((go) => void timers.push({ at: now + ms, go }));
  const calls: { shipmentId: string; courierId: string; at: number }[] = [];
  const made: string[] = [];
  const told: Run[] = [];
  let isStopped = false;
  const means: Means = {
    createShipments: async (payloads) => {
      made.push(...payloads.map(({ orderId }) => orderId));
      return payloads.map(({ orderId }) => ({
        orderId,
        shipment: { id: `${orderId}-parcel` },
        refusal: null,
      })) as ShipmentOutcome[];
    },
    book: async (shipmentId, courierId) => {
      calls.push({ shipmentId, courierId, at: now });
      const call = calls.length;
      await wait(answerMs);
      const answered = answer(shipmentId, call);
      if (answered instanceof Error) throw answered;
      return { state: 'booked', problem: '', ...answered } as Booking;
    },
    paceOf: (courierId) => (courierId === 'riders' ? { paceMs: 0, isCalled: false } : { paceMs: 1_000, isCalled: true }),
    wait,
    now: () => now,
    isStopped: () => isStopped,
    onChange: (run) => void told.push(run),
  };
  /** Lets everybody do what they can, then moves on to the next timer, until the run has ended. */
  async function until(run: Promise<Run>): Promise<Run> {
    let ended: Run | undefined;
    run.then((end) => {
      ended = end;
    });
    for (;;) {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      if (ended) return ended;
      timers.sort((one, other) => one.at - other.at);
      const next = timers.shift();
      if (!next) throw new Error('Everybody waits');
      now = next.at;
      next.go();
    }
  }
  return { means, calls, made, told, until, stop: () => (isStopped = true) };
}

test('fifty parcels are made and booked one a second, in less than a minute', async () => {
  const { means, calls, made, told, until } = world(() => ({}));
  const run = await until(bookAll(tasks(50, 'postex', null), means));
  expect([made.length, countJobs(run).booked, run.stopped]).toEqual([50, 50, '']);
  expect(calls.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, n) => n * 1_000));
  expect(run.tookMs).toBe(49_300);
  // Told as it goes on.
  expect(told.some((one) => countJobs(one).booked === 25 && countJobs(one).booking === 1)).toBe(true);
});

test('couriers are called side by side, each at its own pace, and one that answers slowly one call at a time', async () => {
  const { means, calls, until } = world(() => ({}), 1_500);
  await until(bookAll([...tasks(3, 'postex'), ...tasks(3, 'leopards'), ...tasks(3, 'riders')], means));
  const times = (courier: string) => calls.filter(({ courierId }) => courierId === courier).map(({ at }) => at);
  expect(times('postex')).toEqual([0, 1_500, 3_000]);
  expect(times('leopards')).toEqual([0, 1_500, 3_000]);
  expect(times('riders')).toEqual([0, 1_500, 3_000]);
});

test('what a courier or the shop refuses stays with its reason, and the others go on', async () => {
  const { means, until } = world((_, call) => {
    if (call === 1) return { state: 'failed', problem: 'City is not operational' };
    if (call === 2)
      return new ApiFailure(422, 'validation_failed', 'Wrong', [{ path: 'courierId', message: 'PostEx does not serve Gwadar' }]);
    if (call === 3) return { state: 'unknown', problem: 'PostEx did not answer' };
    if (call === 4) return new ApiFailure(409, 'booking_under_way', 'Look again in two minutes');
    return {};
  });
  const run = await until(bookAll(tasks(5), means));
  expect(run.jobs.map(({ state, problem }) => [state, problem])).toEqual([
    ['failed', 'City is not operational'],
    ['failed', 'PostEx does not serve Gwadar'],
    ['unclear', 'PostEx did not answer'],
    ['unclear', 'Look again in two minutes'],
    ['booked', ''],
  ]);
});

test('an order that cannot be sent is not booked', async () => {
  const { means, calls, until } = world(() => ({}));
  means.createShipments = async (orders) =>
    orders.map(({ orderId }) => ({ orderId, shipment: null, refusal: { code: 'not_confirmed', message: 'Not confirmed' } }));
  const run = await until(bookAll(tasks(1, 'postex', null), means));
  expect([calls.length, run.jobs[0]?.state, run.jobs[0]?.problem]).toEqual([0, 'failed', 'Not confirmed']);
});

test('for a portal a parcel is filed: its number comes later', async () => {
  const { means, until } = world(() => ({ state: 'unknown', problem: 'Waits' }));
  expect((await until(bookAll(tasks(2, 'riders'), means))).jobs.map(({ state }) => state)).toEqual(['filed', 'filed']);
});

test('a connection that comes back is no failure; one that does not ends the run, which can be taken up again', async () => {
  const brief = world((_, call) => (call === 2 || call === 3 ? LOST : {}));
  expect(countJobs(await brief.until(bookAll(tasks(3), brief.means))).booked).toBe(3);

  const gone = world((_, call) => (call > 1 ? LOST : {}));
  const run = await gone.until(bookAll(tasks(5), gone.means));
  expect(run.stopped).toBe(NO_CONNECTION);
  expect(countJobs(run)).toMatchObject({ booked: 1, waiting: 4, booking: 0 });
  expect(gone.calls).toHaveLength(4);
});

test('stopped by hand, it ends after the call that is under way', async () => {
  const { means, calls, stop, until } = world((_, call) => {
    if (call === 2) stop();
    return {};
  });
  const run = await until(bookAll(tasks(5), means));
  expect([calls.length, countJobs(run).booked, countJobs(run).waiting]).toEqual([2, 2, 3]);
  expect(run.stopped).toMatch(/^Stopped/);
});

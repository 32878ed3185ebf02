import { afterAll, expect, test, vi } from 'vitest';
import { type CourierDouble, startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { CourierFailure, type CourierPort } from '#server/couriers/port.ts';
import { CHECKS, type Subject, subjectOf } from './contract.ts';

/** Faults that adapters have had elsewhere. Each must fail the check that is named beside it, or that check is worth nothing. */
interface Fault {
  fault: string;
  fails: string;
  plant(subject: Subject, double: CourierDouble): Partial<Subject> | Promise<Partial<Subject>>;
}

const over = (port: CourierPort, changes: Partial<CourierPort>): Partial<Subject> => ({ port: { ...port, ...changes } });
const kind = (failure: unknown) => (failure instanceof CourierFailure ? failure.kind : '');

const FAULTS: Fault[] = [
  {
    fault: 'books again after a timeout',
    fails: 'a booking whose answer is lost is neither a failure nor tried again by itself',
    plant: ({ port }) =>
      over(port, {
        book: (parcel) =>
          port.book(parcel).catch((lost) => (kind(lost) === 'unknown' ? port.book(parcel) : Promise.reject(lost))),
      }),
  },
  {
    fault: 'takes a timeout for a refusal',
    fails: 'a booking whose answer is lost is neither a failure nor tried again by itself',
    plant: ({ port }) =>
      over(port, {
        book: (parcel) => port.book(parcel).catch(({ message }) => Promise.reject(new CourierFailure('refused', message))),
      }),
  },
  {
    fault: 'trusts HTTP 200',
    fails: 'a refusal within HTTP 200 is a refusal, with the courier’s reason',
    plant: ({ port }) =>
      over(port, {
        book: (parcel) =>
          port.book(parcel).catch((no) => (kind(no) === 'refused' ? { trackingNumber: '', labelUrl: '' } : Promise.reject(no))),
      }),
  },
  {
    fault: 'counts money as floating point',
    fails: 'sums are exact to the paisa, whether they come as text, as number or not at all',
    plant: ({ port }) =>
      over(port, {
        charges: async (numbers) =>
          (await port.charges(numbers)).map((one) => ({
            ...one,
            shipping: one.shipping === null ? null : Math.trunc((one.shipping / 100) * 100),
          })),
      }),
  },
  {
    fault: 'reads local time as UTC',
    fails: 'times without an offset are the clock of Karachi',
    plant: ({ port }) =>
      over(port, {
        track: async (numbers) =>
          (await port.track(numbers)).map((event) => ({
            ...event,
            happenedAt: event.happenedAt && new Date(Date.parse(event.happenedAt) + 5 * 3_600_000).toISOString(),
          })),
      }),
  },
  {
    fault: 'takes a lookup that failed for “not there”',
    fails: 'a courier that cannot be asked for a reference does not say that there is none',
    plant: ({ port }) => over(port, { find: (parcel) => port.find(parcel).catch(() => null) }),
  },
  {
    fault: 'finds bookings that were cancelled',
    fails: 'a booking that was cancelled is not found in place of another',
    plant: ({ port }, double) =>
      over(port, {
        find: async ({ reference }) => {
          const found = double.parcels.find((one) => one.reference === reference);
          return found ? { trackingNumber: found.trackingNumber, labelUrl: '' } : null;
        },
      }),
  },
  {
    fault: 'finds nothing at all',
    fails: 'a booking is found by its reference, or the courier cannot be asked',
    plant: ({ port }) => over(port, { find: async () => null }),
  },
  {
    fault: 'books the sum in paisa',
    fails: 'a booking tells the reference and the sum to collect, as the document wants them',
    plant: ({ port }) => over(port, { book: (parcel) => port.book({ ...parcel, collect: parcel.collect * 100 }) }),
  },
  {
    fault: 'guesses that an unknown label is in transit',
    fails: 'a label that no document knows is unknown, not guessed',
    plant: ({ readLabel }) => ({ readLabel: (...words) => readLabel(...words) ?? 'in_transit' }),
  },
  {
    fault: 'loses why an attempt failed',
    fails: 'every status of the document is known, with the reason of an attempt',
    plant: ({ readLabel }) => ({
      readLabel: (...words) => {
        const meaning = readLabel(...words);
        return meaning?.startsWith('attempted:') ? 'attempted:other' : meaning;
      },
    }),
  },
  {
    fault: 'counts an event that comes again',
    fails: 'events that come again, reversed or not, are one each',
    plant: () => ({ eventKey: () => crypto.randomUUID() }),
  },
  {
    fault: 'turns retry into return',
    fails: 'advice says retry or return, never the other',
    plant: ({ port }) => over(port, { advise: (advice) => port.advise({ ...advice, action: 'return' }) }),
  },
  {
    fault: 'asks as fast as it can',
    fails: 'asks one question after another, as far apart as the courier wants',
    plant: (_, double) => ({ port: subjectOf(double).port }),
  },
  {
    fault: 'follows redirects',
    fails: 'nobody is sent to where a courier redirects',
    plant: ({ port }) => {
      const { fetch } = globalThis;
      vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) => fetch(to, { ...init, redirect: 'follow' }));
      return { port };
    },
  },
  {
    fault: 'logs what it was sent',
    fails: 'nothing secret or personal is printed, nor said in a failure',
    plant: ({ port }) => {
      const { fetch } = globalThis;
      vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) => {
        console.log(String(to), init?.headers);
        return fetch(to, init);
      });
      return { port };
    },
  },
  {
    fault: 'keeps who took the parcel',
    fails: 'nothing of the person at the door is read',
    plant: ({ port }) =>
      over(port, {
        track: async (numbers) => (await port.track(numbers)).map((event) => ({ ...event, station: 'Somebody Personal' })),
      }),
  },
];

const double = await startCourierDouble(POSTEX);
afterAll(() => double.stop());

test.each(FAULTS)('an adapter that $fault fails “$fails”', async ({ fails, plant }) => {
  const check = CHECKS.find(({ name }) => name === fails);
  if (!check) throw new Error(`There is no check “${fails}”`);
  double.reset();
  try {
    const subject = subjectOf(double, check.name);
    await expect(check.run({ ...subject, ...(await plant(subject, double)) }, double)).rejects.toThrow();
  } finally {
    vi.restoreAllMocks();
  }
});

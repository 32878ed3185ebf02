import { expect, vi } from 'vitest';
import type { ParcelToBook } from '#domain/couriers/booking-file.ts';
import type { BookedParcel, CourierDouble } from '#local/couriers/courier-double.ts';
import { readLabel } from '#server/couriers/courier-labels.ts';
import { eventKey } from '#server/couriers/event-key.ts';
import { CourierFailure, type CourierPort } from '#server/couriers/port.ts';
import { openPort } from '#server/couriers/ports.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

/** What is tested: an adapter, and what reads its words. A planted fault changes one of them. */
export interface Subject {
  port: CourierPort;
  readLabel: typeof readLabel;
  eventKey: typeof eventKey;
}

/** Nobody sits through pauses, and no machine is too slow to answer itself. */
const TIMING = { gapMs: 0, deadlineMs: 30_000 };

const PACED = 'asks one question after another, as far apart as the courier wants';
/** Longer than three questions at once take on a slow machine, or nobody would notice that there is no pause. */
const PACED_MS = 500;
const LOST = 'a booking whose answer is lost is neither a failure nor tried again by itself';

/** The checks about time: a pause between two calls, and an answer that never comes. */
const TIMED: Record<string, Partial<typeof TIMING>> = { [PACED]: { gapMs: PACED_MS }, [LOST]: { deadlineMs: 1_000 } };

export function subjectOf({ script: { adapter }, environment }: CourierDouble, check = ''): Subject {
  const port = openPort({ adapter, name: adapter }, environment, { ...TIMING, ...TIMED[check] });
  return { port, readLabel, eventKey };
}

let references = 0;

export function parcel(changes: Partial<ParcelToBook> = {}): ParcelToBook {
  references += 1;
  return {
    reference: `SHP-${1000 + references}`,
    orderNumber: `ORD-${1000 + references}`,
    name: 'Ayesha Khan',
    phone: '+923001234567',
    address: 'House 12, Street 4, Gulberg III',
    city: 'Lahore',
    cityCode: '789',
    collect: 2147.5,
    grams: 240,
    pieces: 3,
    pickupCode: '41',
    bookedFrom: '2026-11-26',
    ...changes,
  };
}

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (failure: unknown) => (failure instanceof CourierFailure ? failure.kind : `not ours: ${String(failure)}`),
  );

const bookedAs = ({ parcels }: CourierDouble, reference: string): BookedParcel[] =>
  parcels.filter((one) => one.reference === reference && !one.isCancelled);

interface Check {
  /** A sentence about the adapter. */
  name: string;
  run(subject: Subject, double: CourierDouble): Promise<void>;
}

/** What every adapter keeps, whatever its courier is like. */
export const CHECKS: Check[] = [
  {
    name: 'cities come with the number that the courier books them by, and whether it delivers there',
    async run({ port }, { script }) {
      const cities = await port.cities();
      expect(cities.map(({ name }) => name)).toEqual(['Lahore', 'Rahim Yar Khan']);
      expect(cities.every(({ delivers }) => delivers)).toBe(true);
      expect(cities.every(({ code }) => (script.adapter === 'postex' ? code === '' : code !== ''))).toBe(true);
    },
  },
  {
    name: 'a booking tells the reference and the sum to collect, as the document wants them',
    async run({ port }, double) {
      const wanted = parcel();
      const { trackingNumber } = await port.book(wanted);
      expect(double.complaints).toEqual([]);
      expect(double.parcels.map((one) => [one.trackingNumber, one.reference])).toEqual([[trackingNumber, wanted.reference]]);
      expect(double.script.bookingIn(double.requests.at(-1) as never)).toEqual({ reference: wanted.reference, collect: 2147.5 });
      // Longer than a number keeps exactly, it stays text.
      expect(trackingNumber).toMatch(/^\d{14}$/);
    },
  },
  {
    name: 'a return is collected under its reference with nothing to pay, found and cancelled like a parcel, or the courier does not offer it',
    async run({ port }, double) {
      const { collect: _, grams: __, ...wanted } = parcel();
      if (!double.script.offers.reverse) return expect(port.bookReverse).toBeUndefined();
      double.fail('lost', 'refused', null);
      expect(await kindOf(port.bookReverse?.(wanted) as Promise<unknown>)).toBe('unknown');
      const found = await port.find(wanted);
      expect(double.parcels.map(({ trackingNumber }) => trackingNumber)).toEqual([found?.trackingNumber]);
      expect(double.parcels[0]?.told).toMatchObject({ orderType: 'Reverse', invoicePayment: 0, pickupAddressCode: '41' });
      await port.cancel(found?.trackingNumber ?? '');
      expect(await kindOf(port.bookReverse?.(wanted) as Promise<unknown>)).toBe('refused');
      await port.bookReverse?.(wanted);
      expect(bookedAs(double, wanted.reference)).toHaveLength(1);
      expect(double.complaints).toEqual([]);
    },
  },
  {
    name: 'a refusal within HTTP 200 is a refusal, with the courier’s reason',
    async run({ port }, double) {
      double.fail('refused');
      const failure = await port.book(parcel()).catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('City is not operational') });
      expect(double.parcels).toEqual([]);
    },
  },
  {
    name: LOST,
    async run({ port }, double) {
      for (const fault of ['lost', 'hanging', 'garbage', 'late error', 'redirected', 'endless'] as const) {
        const wanted = parcel();
        double.fail(fault);
        expect([fault, await kindOf(port.book(wanted))]).toEqual([fault, 'unknown']);
        expect(bookedAs(double, wanted.reference).length).toBeLessThanOrEqual(1);
      }
    },
  },
  {
    name: 'a booking is found by its reference, or the courier cannot be asked',
    async run({ port }, double) {
      const wanted = parcel();
      double.fail('lost');
      await port.book(wanted).catch(() => {});
      if (!double.script.offers.find) return expect(await kindOf(port.find(wanted))).toBe('not_offered');
      const [there] = bookedAs(double, wanted.reference);
      expect((await port.find(wanted))?.trackingNumber).toBe(there?.trackingNumber);
      expect(await port.find(parcel())).toBeNull();
    },
  },
  {
    name: 'a booking that was cancelled is not found in place of another',
    async run({ port }, double) {
      if (!double.script.offers.find) return;
      const wanted = parcel();
      await port.cancel((await port.book(wanted)).trackingNumber);
      expect(await port.find(wanted)).toBeNull();
    },
  },
  {
    name: 'a courier that cannot be asked for a reference does not say that there is none',
    async run({ port }, double) {
      if (!double.script.offers.find) return;
      const wanted = parcel();
      await port.book(wanted);
      double.down(503);
      expect(await kindOf(port.find(wanted))).toBe('unreachable');
    },
  },
  {
    name: 'a courier that nobody reaches has done nothing',
    async run(_, { script, environment }) {
      const gone = { ...environment, [`${script.adapter.toUpperCase()}_API_URL`]: `http://127.0.0.1:${await freePort()}` };
      expect(await kindOf(openPort({ adapter: script.adapter, name: '' }, gone, TIMING).book(parcel()))).toBe('unreachable');
    },
  },
  {
    name: 'wrong credentials are a refusal',
    async run(_, { script, environment }) {
      const [secret = ''] = Object.keys(script.environment);
      const port = openPort({ adapter: script.adapter, name: '' }, { ...environment, [secret]: 'wrong' }, TIMING);
      expect(await kindOf(port.cities())).toBe('refused');
      expect(await kindOf(port.book(parcel()))).toBe('refused');
    },
  },
  {
    name: 'sums are exact to the paisa, whether they come as text, as number or not at all',
    async run({ port }, { script }) {
      const { trackingNumber } = await port.book(parcel());
      const [charges] = await port.charges([trackingNumber]);
      expect(charges).toMatchObject({ trackingNumber, shipping: script.tells.shipping, gst: script.tells.gst, returning: null });
    },
  },
  {
    name: 'a payment says the day in Pakistan on which it was made',
    async run({ port }, { script }) {
      const { trackingNumber } = await port.book(parcel());
      expect(await port.payments([trackingNumber])).toMatchObject([
        { trackingNumber, isPaid: true, paidOn: script.tells.paidOn },
      ]);
    },
  },
  {
    name: 'times without an offset are the clock of Karachi',
    async run({ port }, double) {
      const { events } = await tracked(port, double);
      for (const { label, reason = '', at, utc } of double.script.story) {
        const found = events.find((event) => event.label === label && event.happenedAt === utc);
        expect(found, `${label} ${reason} at ${at} is ${utc}`).toBeDefined();
      }
    },
  },
  {
    name: 'every status of the document is known, with the reason of an attempt',
    async run({ port, readLabel: read }, double) {
      const { events } = await tracked(port, double);
      for (const { label, meaning, utc } of double.script.story) {
        const event = events.find((one) => one.label === label && one.happenedAt === utc);
        expect([label, event && read(double.script.adapter, event)]).toEqual([label, meaning]);
      }
    },
  },
  {
    name: 'a label that no document knows is unknown, not guessed',
    async run({ readLabel: read }, { script }) {
      expect(read(script.adapter, { label: 'Shipment - Held by Customs', code: '0099' })).toBeNull();
    },
  },
  {
    name: 'events that come again, reversed or not, are one each',
    async run({ port, eventKey: key }, double) {
      const { trackingNumber, events } = await tracked(port, double);
      const again = await port.track([trackingNumber]);
      double.byNumber(trackingNumber)?.events.reverse();
      const reversed = await port.track([trackingNumber]);
      expect(new Set([...events, ...again, ...reversed].map(key)).size).toBe(double.script.story.length);
    },
  },
  {
    name: 'nothing of the person at the door is read',
    async run({ port }, double) {
      expect(JSON.stringify((await tracked(port, double)).events)).not.toMatch(/Somebody Personal|03001234567/);
    },
  },
  {
    name: 'advice says retry or return, never the other',
    async run({ port }, double) {
      const { trackingNumber } = await port.book(parcel());
      const advise = (action: 'retry' | 'return') => port.advise({ trackingNumber, action, remarks: 'Come after 4' });
      if (!double.script.offers.advise) return expect(await kindOf(advise('retry'))).toBe('not_offered');
      await advise('retry');
      await advise('return');
      expect(double.byNumber(trackingNumber)?.advice).toEqual(['retry', 'return']);
    },
  },
  {
    name: 'labels and load sheets are PDFs, or are not offered',
    async run({ port }, { script }) {
      const booked = await port.book(parcel());
      const [label] = await port.label([booked]);
      expect(new TextDecoder().decode(label?.bytes)).toMatch(/^%PDF-/);
      if (!script.offers.loadSheet) return expect(await kindOf(port.loadSheet([booked.trackingNumber]))).toBe('not_offered');
      expect(new TextDecoder().decode((await port.loadSheet([booked.trackingNumber])).bytes)).toMatch(/^%PDF-/);
    },
  },
  {
    name: 'what is cancelled twice is refused the second time',
    async run({ port }, double) {
      const { trackingNumber } = await port.book(parcel());
      await port.cancel(trackingNumber);
      expect(double.byNumber(trackingNumber)?.isCancelled).toBe(true);
      expect(await kindOf(port.cancel(trackingNumber))).toBe('refused');
    },
  },
  {
    name: 'nobody is sent to where a courier redirects',
    async run({ port }, double) {
      double.fail('redirected');
      await port.book(parcel()).catch(() => {});
      expect(double.requests.filter(({ path }) => path.includes('elsewhere'))).toEqual([]);
    },
  },
  {
    name: PACED,
    async run({ port }, double) {
      await port.cities();
      double.requests.length = 0;
      const began = performance.now();
      await Promise.all([port.book(parcel()), port.book(parcel()), port.book(parcel())]);
      // A machine that is busy only makes it longer; a timer may be early by a millisecond.
      expect((double.requests.at(-1)?.at ?? 0) - began).toBeGreaterThan(2 * PACED_MS - 5);
    },
  },
  {
    name: 'nothing secret or personal is printed, nor said in a failure',
    async run({ port }, double) {
      const said: unknown[] = [];
      const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
        vi.spyOn(console, level).mockImplementation((...words) => void said.push(words)),
      );
      const wanted = parcel();
      double.fail('refused', 'lost', 'garbage', 'late error');
      for (let n = 0; n < 5; n += 1)
        await port.book(wanted).catch((failure: Error) => said.push(`${failure.message} ${failure.stack}`));
      await port.find(wanted).catch((failure: Error) => said.push(failure.message));
      for (const spy of spies) spy.mockRestore();
      const secrets = Object.values(double.script.environment).filter((value) => value.includes('of-the-tests'));
      for (const word of [...secrets, wanted.name, wanted.address, wanted.phone, '03001234567']) {
        expect(JSON.stringify(said)).not.toContain(word);
      }
    },
  },
];

/** Books a parcel that then goes through everything. */
async function tracked(port: CourierPort, double: CourierDouble) {
  const { trackingNumber } = await port.book(parcel());
  double.byNumber(trackingNumber)?.events.push(...double.script.story);
  return { trackingNumber, events: await port.track([trackingNumber]) };
}

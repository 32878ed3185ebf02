import * as z from 'zod';
import { isTrackingNumber, trackingKey } from '#domain/couriers/tracking-number.ts';
import { UNUSABLE_IN_LINE } from '#domain/text.ts';
import { type Booked, CourierFailure, type CourierPort, type FailureKind } from './port.ts';

/** A country has fewer cities that a courier goes to. */
const MAX_CITIES = 5_000;

/** In paisa: more than any parcel costs. */
const MAX_SUM = 1_000_000_000;

/** The first day of which a courier can speak. */
const FIRST_DAY = '2020-01-01';

const shortText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !UNUSABLE_IN_LINE.test(text));

const trackingNumber = z.string().max(40).refine(isTrackingNumber);

const booked = z.object({
  trackingNumber,
  // A label that cannot be fetched is no reason to lose a booking that was made.
  labelUrl: shortText(500).catch(''),
});

const city = z.object({ name: shortText(80).min(1), code: shortText(40), picksUp: z.boolean(), delivers: z.boolean() });

const sum = z.int().min(-MAX_SUM).max(MAX_SUM).nullable();

const charges = z.object({ trackingNumber, shipping: sum, handling: sum, fuel: sum, returning: sum, gst: sum });

const payment = z.object({
  trackingNumber,
  isPaid: z.boolean(),
  paidOn: z.iso
    .date()
    .refine((day) => day >= FIRST_DAY && Date.parse(day) < Date.now() + 2 * 86_400_000)
    .nullable(),
  reference: shortText(120),
});

/**
 * A port whose answers can be kept: each is as short, as many and as plausible as what is stored of it, or the call has failed. What couriers tell of parcels on
 * their way is checked where the parcels are known (`believableEvents`). Whatever breaks while an answer is read is the courier's failure, too. Takes what the
 * courier is called.
 */
export function checkedPort(port: CourierPort, courier: string): CourierPort {
  const failure = (kind: FailureKind, what: string) => new CourierFailure(kind, `${courier} ${what}`);

  /** What a call answers. After a write that could not be read, nobody knows what was done. */
  async function answerOf<Answer>(kind: 'unknown' | 'unreachable', work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (broken) {
      throw broken instanceof CourierFailure ? broken : failure(kind, 'gave an answer that cannot be read');
    }
  }

  const ofAsked = async <Row extends { trackingNumber: string }>(
    asked: string[],
    schema: z.ZodType<Row>,
    work: () => Promise<Row[]>,
  ): Promise<Row[]> => {
    const keys = new Set(asked.map(trackingKey));
    const rows = (await answerOf('unreachable', work)).filter((row) => keys.has(trackingKey(row.trackingNumber)));
    const read = z.array(schema).max(asked.length).safeParse(rows);
    if (!read.success) throw failure('refused', 'named sums or days that cannot be');
    return read.data;
  };

  const answerOfBooking = async (work: () => Promise<Booked>) => {
    const read = booked.safeParse(await answerOf('unknown', work));
    if (!read.success) throw failure('unknown', 'answered with a tracking number that none can be');
    return read.data;
  };
  const { bookReverse } = port;

  return {
    async cities() {
      const theirs = await answerOf('unreachable', () => port.cities());
      if (theirs.length > MAX_CITIES) throw failure('refused', `named ${theirs.length.toLocaleString('en')} cities`);
      return theirs.filter((one) => city.safeParse(one).success);
    },

    book: (parcel) => answerOfBooking(() => port.book(parcel)),
    ...(bookReverse && { bookReverse: (parcel) => answerOfBooking(() => bookReverse(parcel)) }),

    async find(parcel) {
      const found = await answerOf('unreachable', () => port.find(parcel));
      if (!found) return null;
      const read = booked.safeParse(found);
      if (!read.success) throw failure('unreachable', 'answered with a tracking number that none can be');
      return read.data;
    },

    labelsAtOnce: port.labelsAtOnce,
    label: (bookings) => answerOf('unreachable', () => port.label(bookings)),
    loadSheet: (trackingNumbers) => answerOf('unreachable', () => port.loadSheet(trackingNumbers)),
    track: (trackingNumbers) => answerOf('unreachable', () => port.track(trackingNumbers)),
    cancel: (number) => answerOf('unknown', () => port.cancel(number)),
    advise: (advice) => answerOf('unknown', () => port.advise(advice)),
    charges: (trackingNumbers) => ofAsked(trackingNumbers, charges, () => port.charges(trackingNumbers)),
    payments: (trackingNumbers) => ofAsked(trackingNumbers, payment, () => port.payments(trackingNumbers)),
  };
}

import type { ParcelToBook, ParcelToCollect } from '#domain/couriers/booking-file.ts';
import { cleanForeignText } from '#domain/text.ts';

/** A city as a courier lists it. */
export interface CourierCity {
  name: string;
  /** What it books by; empty where that is the name. */
  code: string;
  picksUp: boolean;
  delivers: boolean;
}

export interface Booked {
  trackingNumber: string;
  /** Where its label is; some couriers tell it only here. */
  labelUrl: string;
}

/** One thing that a courier says of a parcel. */
export interface CourierEvent {
  trackingNumber: string;
  label: string;
  code: string;
  reason: string;
  station: string;
  /** ISO 8601 in UTC; null where the courier does not say. */
  happenedAt: string | null;
}

/** What the shop wants done with a parcel that was not taken. */
export interface Advice {
  trackingNumber: string;
  /** The courier's own number of the case, where it has one. */
  caseId?: string | undefined;
  action: 'retry' | 'return';
  remarks: string;
}

/** What a courier takes for a parcel, in paisa. Null: it does not say. */
export interface ParcelCharges {
  trackingNumber: string;
  shipping: number | null;
  handling: number | null;
  fuel: number | null;
  returning: number | null;
  gst: number | null;
}

/** Whether a courier has paid out a parcel. */
export interface ParcelPayment {
  trackingNumber: string;
  isPaid: boolean;
  /** 2026-11-26 */
  paidOn: string | null;
  /** The payment that it was part of: a CPR, a cheque, an invoice. */
  reference: string;
}

export interface Pdf {
  bytes: Uint8Array<ArrayBuffer>;
}

/** What the shop needs of a courier. Every call throws CourierFailure and nothing else. What a courier does not offer is `not_offered`. */
export interface CourierPort {
  cities(): Promise<CourierCity[]>;
  book(parcel: ParcelToBook): Promise<Booked>;
  /** Has a customer's return collected, with nothing to pay at the door. Left out where the courier does not offer it. */
  bookReverse?(parcel: ParcelToCollect): Promise<Booked>;
  /**
   * The booking that has a parcel's reference, null when there is none: asked before a parcel is booked again. Cancelled bookings do not count.
   * @throws CourierFailure `not_offered` where the courier cannot be asked: then only a person can look
   */
  find(parcel: Pick<ParcelToBook, 'reference' | 'bookedFrom'>): Promise<Booked | null>;
  /** How many labels it gives in one call. */
  readonly labelsAtOnce: number;
  label(bookings: Booked[]): Promise<Pdf[]>;
  loadSheet(trackingNumbers: string[]): Promise<Pdf>;
  track(trackingNumbers: string[]): Promise<CourierEvent[]>;
  cancel(trackingNumber: string): Promise<void>;
  advise(advice: Advice): Promise<void>;
  charges(trackingNumbers: string[]): Promise<ParcelCharges[]>;
  payments(trackingNumbers: string[]): Promise<ParcelPayment[]>;
}

/**
 * `refused`: the courier said no, and nothing was done. `unknown`: it may have been done. `unreachable`: the courier was not reached, and nothing was done.
 * `not_offered`: it has no such call. `not_set_up`: credentials are missing.
 */
export type FailureKind = 'refused' | 'unknown' | 'unreachable' | 'not_offered' | 'not_set_up';

/** The longest text that is kept of what a courier answered. */
const MAX_MESSAGE = 300;

/** Why a call of a courier came to nothing. Its message is for staff, and never in the log: couriers repeat what they were told. */
export class CourierFailure extends Error {
  override name = 'CourierFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    // Couriers' own words are in it: any text, of any length.
    const line = message
      .slice(0, 2 * MAX_MESSAGE)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    super(cleanForeignText(line.slice(0, MAX_MESSAGE)));
    this.kind = kind;
  }
}

/** For what a courier does not offer. */
export function notOffered(courier: string, what: string): never {
  throw new CourierFailure('not_offered', `${courier} offers the shop no ${what}`);
}

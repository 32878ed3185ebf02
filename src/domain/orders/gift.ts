import * as z from 'zod';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { phone } from '#domain/phone-fields.ts';
import { hiddenInWords, hiddenName, hiddenPhone, hiddenSum } from '#domain/rights/hidden.ts';
import { text, typedLine } from '#domain/text-fields.ts';
import { rupees } from '#domain/values.ts';

/** Characters of a gift's card. */
export const GIFT_NOTE_LENGTH = 200;

/** Of two numbers the first. */
const recipientPhone = z.union([z.literal(''), phone]);

/** What an order says of whom it goes to, and of a gift. A name or phone that is left out is the customer's. */
export const sentGift = {
  recipientName: typedLine(MAX_LENGTHS.name).optional(),
  recipientPhone: recipientPhone.optional(),
  /** Without it, the wishes below count for nothing. */
  isGift: z.boolean().optional(),
  giftNote: text(GIFT_NOTE_LENGTH).optional(),
  hidesPrices: z.boolean().optional(),
  /** What it costs the shop says, never the browser. */
  wantsGiftWrap: z.boolean().optional(),
};

/** Null: the customer. */
const emptyIsNull = (typed: string | null) => typed || null;

/** What staff correct of it. A note or hidden prices make an order a gift; what its wrap costs stays. */
export const editedGift = {
  recipientName: typedLine(MAX_LENGTHS.name).nullable().overwrite(emptyIsNull),
  recipientPhone: recipientPhone.nullable().overwrite(emptyIsNull),
  giftNote: text(GIFT_NOTE_LENGTH),
  hidesPrices: z.boolean(),
};

/** The same in an order's answer. */
export const shownGift = {
  /** Whom the rider hands it to and calls; null: the customer. */
  recipientName: hiddenName(z.string()).nullable().default(null),
  recipientPhone: hiddenPhone(z.string()).nullable().default(null),
  isGift: z.boolean().default(false),
  giftNote: hiddenInWords(z.string()).default(''),
  /** Nothing in the parcel says what a piece costs. */
  hidesPrices: z.boolean().default(false),
  isWrapped: z.boolean().default(false),
};

const wrapSum = rupees.transform((sum) => sum || undefined).optional();

/** What the wrap costs, a part of the total; left out where it costs nothing. */
export const giftWrap = wrapSum;

/** The same, for staff. */
export const hiddenGiftWrap = hiddenSum(wrapSum);

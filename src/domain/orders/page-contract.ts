import * as z from 'zod';
import { pageAdvance } from '#domain/advances/contract.ts';
import { cartLine, cartLines } from '#domain/cart/contract.ts';
import { DELIVERY_ANSWERS } from '#domain/couriers/attempt-answers.ts';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { orderLink } from '#domain/order-link.ts';
import { usedCredit } from '#domain/payments/contract.ts';
import { latinDigits } from '#domain/phone.ts';
import { typedPhones } from '#domain/phone-fields.ts';
import { pageReturns } from '#domain/returns/page-returns.ts';
import { comparedText, line, optionalLine, text } from '#domain/text-fields.ts';
import { amount, objectId, photoId, rupees, timestamp } from '#domain/values.ts';
import { orderInBrief } from './contract.ts';
import { trackedOrder } from './tracking-contract.ts';

/** What the riders of an order ask for, while a parcel is to be delivered: the figure of label and booking. */
const dueAtDoor = z.object({
  total: rupees,
  parcels: z.array(
    z.object({
      shipmentNumber: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      due: rupees,
      /** The shopper has said that the rider asked for another sum. */
      hasAsked: z.boolean(),
    }),
  ),
});
/** What the shopper of a link may know: the rest of the recipient is masked, because links are passed on. */
export const orderPage = trackedOrder.extend({
  subtotal: rupees,
  shipping: rupees,
  /** `A••• K•••` */
  customerName: z.string(),
  /** `0300•••••67` */
  customerPhone: z.string(),
  /** `House 15, Str…, Gulshan` */
  customerAddress: z.string(),
  /** Whom the rider hands it to, masked as the customer is; null: the customer. */
  recipientName: z.string().nullable(),
  recipientPhone: z.string().nullable(),
  isGift: z.boolean(),
  giftNote: z.string(),
  hidesPrices: z.boolean(),
  isWrapped: z.boolean(),
  city: z.string(),
  cityKnown: z.string().nullable(),
  /** When somebody last corrected whom or where it goes to; null while it is as it was typed. */
  recipientChangedAt: timestamp.nullable(),
  /** `2–3 working days`, from the order to the door. */
  deliveryDays: z.string(),
  /** Pieces and total as they are shown: what the shopper confirms. */
  version: z.string(),
  /** The order waits to be packed, so that confirming it helps. */
  mayConfirm: z.boolean(),
  /** The address can be corrected, and a cancellation asked for. */
  isUnpacked: z.boolean(),
  /** Store credit that the shopper may use for it, in rupees; left out where there is none. */
  storeCredit: rupees.optional(),
  /** Left out where no advance was asked and nothing was sent. */
  advance: pageAdvance.optional(),
  /** Left out while no parcel is to be delivered. */
  dueAtDoor: dueAtDoor.optional(),
  /** What shall become of a parcel that the rider could not hand over; left out where nothing waits. */
  deliveryQuestion: z
    .object({
      id: objectId,
      /** `not_available`, as far as the courier gave one. */
      reason: z.string(),
      /** Until when the courier takes advice; null once it has it. */
      dueBy: timestamp.nullable(),
      answer: z.enum(DELIVERY_ANSWERS).nullable(),
      answeredAt: timestamp.nullable(),
      /** What the answer became: advice for the courier, or a call of the shop. */
      outcome: z.enum(['advice', 'call']).nullable(),
    })
    .optional(),
  /** Photos of the open parcel; left out where there is none. */
  packedPhotos: z.array(z.object({ id: photoId, takenAt: timestamp })).optional(),
  /** What may be returned, and what was asked for; left out until it has arrived. */
  returns: pageReturns.optional(),
  /** Proves to the form of reviews that its reader bought the pieces; left out until they have arrived. */
  reviewToken: z.string().optional(),
  /** The order that this one is the exchange of; left out for others. */
  exchangeOf: z.string().optional(),
});

export type OrderPage = z.infer<typeof orderPage>;

/** The shopper confirms what `version` says; when the order is another by now, nothing is confirmed. */
export const pageConfirmation = orderLink.extend({ version: line(64) });

export type PageConfirmation = z.infer<typeof pageConfirmation>;

/** Where the parcel goes instead. It is typed anew: the page does not know the whole address either. */
export const addressCorrection = orderLink.extend({
  customerAddress: line(MAX_LENGTHS.address),
  city: optionalLine(80),
  zipCode: optionalLine(20),
});

export type AddressCorrection = z.infer<typeof addressCorrection>;

/** The last four digits of an order's phone, which may be typed whole. */
const lastDigits = comparedText(MAX_LENGTHS.phone)
  .overwrite((typed) => latinDigits(typed).replace(/[\s-]/g, ''))
  .regex(/^\+?\d{4,15}$/, 'Enter the last four digits')
  .overwrite((digits) => digits.slice(-4));

/** Whom we call instead. Whoever was passed the link cannot: the digits are not on the page. */
export const phoneCorrection = orderLink.extend({
  /** The last digits of the number that the order has. */
  lastDigits,
  customerPhone: typedPhones,
  /** What the order costs without its code, where that is not for the new phone and `price_changed` said so. */
  totalSeen: z.number().min(0).max(1_000_000_000).optional(),
});

/** An order whose code is not for its new phone: what it would cost without. */
export const lostCode = z.object({ total: rupees, totalBefore: rupees, code: z.string() });

export type PhoneCorrection = z.infer<typeof phoneCorrection>;

/** Pieces that come to the order, which nobody has packed. */
export const additionQuote = orderLink.extend({ items: cartLines(cartLine) });

export type AdditionQuote = z.infer<typeof additionQuote>;

/** What the order costs, and what it would cost. */
export const quotedAddition = z.object({ before: orderInBrief, after: orderInBrief });

export type QuotedAddition = z.infer<typeof quotedAddition>;

export const addition = additionQuote.extend({
  /** The new total that the shopper saw, in rupees with delivery. */
  totalSeen: z.number().min(0).max(1_000_000_000),
});

export type Addition = z.infer<typeof addition>;

/** The page of the order as it is now, and what was added. */
export const addedItems = quotedAddition.extend({ page: orderPage });

export type AddedItems = z.infer<typeof addedItems>;

/** A transfer that the shopper made: its number, the photo of its receipt by the id that it was kept under, or both. */
export const sentTransfer = orderLink.extend({
  reference: optionalLine(60),
  photoId: photoId.optional(),
});

export type SentTransfer = z.infer<typeof sentTransfer>;

/** A label that was scanned: its own key, which opens no more than what stands here, and the version that it carries. */
export const labelLink = orderLink.extend({ version: line(16) });

export type LabelLink = z.infer<typeof labelLink>;

/** What anybody who holds a parcel may know of it: what is due, and whether its label is right. Nothing of the customer, and no key. */
export const scannedLabel = z.object({
  /** `outdated` when the label says something else by now, or was never printed; `over` when its parcel arrived. */
  state: z.enum(['current', 'outdated', 'over']),
  shipmentNumber: z.string(),
  /** Null for a version that was never printed. */
  printedAt: timestamp.nullable(),
  /** What the label says that is due, and what is due now. */
  due: rupees.nullable(),
  dueNow: rupees,
  /** Somebody has said that the rider asked for another sum. */
  hasAsked: z.boolean(),
  /** Left out while no parcel of the order is to be delivered. */
  dueAtDoor: dueAtDoor.optional(),
});

export type ScannedLabel = z.infer<typeof scannedLabel>;

const askedSum = amount(1_000_000, 'Enter the sum in rupees', 1);

/** What a rider asked for, by whoever scanned the label: a figure, and no words. */
export const scannedSumReport = labelLink.extend({ asked: askedSum });

export type ScannedSumReport = z.infer<typeof scannedSumReport>;

/** Somebody with the parcel in hand asks for the link of the order's page, which goes to the order's own address alone. */
export const pageLinkRequest = orderLink.extend({ lastDigits });

export type PageLinkRequest = z.infer<typeof pageLinkRequest>;

/** The same, whether or not the digits were right and there is an address. */
export const pageLinkAsked = z.object({ isAsked: z.literal(true) });

/** What a rider asked for instead of what is due. Kept once a parcel. */
export const askedSumReport = orderLink.extend({
  shipmentNumber: line(40),
  asked: askedSum,
  note: text(300).default(''),
});

export type AskedSumReport = z.infer<typeof askedSumReport>;

export const cancellationRequest = orderLink.extend({ reason: text(300).default('') });

export type CancellationRequest = z.infer<typeof cancellationRequest>;

/** A photo of the parcel that the page names. */
export const pagePhoto = orderLink.extend({ photoId: photoId });

export type PagePhoto = z.infer<typeof pagePhoto>;

/** Store credit that the page offered. */
export const creditUse = orderLink.extend({ amount: usedCredit });

export type CreditUse = z.infer<typeof creditUse>;

/** What shall become of a parcel; the address only where it is corrected. */
export const deliveryAnswer = orderLink.extend({
  questionId: objectId,
  answer: z.enum(DELIVERY_ANSWERS, 'Choose from the list'),
  customerAddress: optionalLine(MAX_LENGTHS.address),
  city: optionalLine(80),
  zipCode: optionalLine(20),
});

export type DeliveryAnswerSent = z.infer<typeof deliveryAnswer>;

import * as z from 'zod';
import { timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

const upTo = (max: number) =>
  z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(max, `At most ${max.toLocaleString('en')}`);

const fields = {
  /** Pieces of one product in one unconfirmed website order, and in all open ones of a phone or a device. */
  pieceUnits: upTo(1_000),
  /** Pieces in one such order, and in all of a phone or a device. */
  orderUnits: upTo(5_000),
  /** Rupees of one such order, and of all of a phone or a device. */
  orderValue: z.int('Enter whole rupees').min(1, 'At least 1').max(200_000, 'At most 200,000: more may not be collected in cash'),
  /** Pieces that such orders of one network hold before the next has to prove who it is. */
  networkUnits: upTo(100_000),
  /** Pieces that all such orders of strangers hold before the next has to prove who it is. */
  shopUnits: upTo(1_000_000),
  /** Mails to one address in a day. */
  mailsPerRecipient: upTo(100),
  /** Mails in a day. */
  mailsPerDay: upTo(100_000),
  /** WhatsApp messages that the shop begins, to one number in a day. */
  whatsappPerNumber: upTo(100),
  /** WhatsApp messages that the shop begins in a day. */
  whatsappPerDay: upTo(100_000),
  /** Builds of the pages in a day. */
  buildsPerDay: upTo(1_000),
};

/** How much strangers may take before somebody has spoken to them. A day is one in Pakistan. */
export const limits = z.object({ ...fields, updatedAt: timestamp });

export type Limits = z.infer<typeof limits>;

/** All limits, and the version the editor saw. */
export const limitsEdit = z.object({ ...fields, updatedAt: expectedVersion.optional() });

export type LimitsEdit = z.infer<typeof limitsEdit>;

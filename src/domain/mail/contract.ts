import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { hiddenContact, hiddenInWords } from '#domain/rights/hidden.ts';
import { objectId, timestamp } from '#domain/values.ts';

/** `held_back` by the limits of a day, or `failed`: given up. */
export const UNSENT_MAIL_STATUSES = ['held_back', 'failed'] as const;

export const unsentMailStatus = z.enum(UNSENT_MAIL_STATUSES);

export type UnsentMailStatus = z.infer<typeof unsentMailStatus>;

/** A mail that did not go. */
export const unsentMail = z.object({
  id: objectId,
  _id: objectId,
  kind: z.string(),
  recipient: hiddenContact(z.string()),
  /** The order's number, the message's subject or the piece; may be empty. */
  about: hiddenInWords(z.string()),
  status: unsentMailStatus,
  /** Whose limit held it back, if one did: that of its recipient, or that of the shop. */
  because: z.enum(['recipient', 'shop']).nullable(),
  /** Why it was given up. */
  error: hiddenInWords(z.string().nullable()),
  createdAt: timestamp,
});

export type UnsentMail = z.infer<typeof unsentMail>;

export const unsentMailQuery = z.object({
  ...paging,
  status: unsentMailStatus.optional().meta({ description: 'Only what has this status' }),
});

export type UnsentMailQuery = z.infer<typeof unsentMailQuery>;

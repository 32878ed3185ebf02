import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { hiddenContact, hiddenInWords, hiddenName } from '#domain/rights/hidden.ts';
import { requiredText } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

export const MESSAGE_STATUSES = ['new', 'read', 'done'] as const;

export const messageStatus = z.enum(MESSAGE_STATUSES);

export type MessageStatus = z.infer<typeof messageStatus>;

/** A visitor's message, and the answers. */
export const message = z.object({
  id: objectId,
  _id: objectId,
  firstName: hiddenName(z.string()),
  lastName: hiddenName(z.string()),
  email: hiddenContact(z.string()),
  subject: hiddenInWords(z.string()),
  message: hiddenInWords(z.string()),
  status: messageStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
  answers: z.array(
    z.object({
      id: objectId,
      answer: hiddenInWords(z.string()),
      /** The author's user name; empty when their account is gone. */
      answeredBy: z.string(),
      createdAt: timestamp,
    }),
  ),
});

export type Message = z.infer<typeof message>;

export const messageQuery = z.object({
  ...paging,
  status: messageStatus.optional().meta({ description: 'Only what has this status' }),
});

export type MessageQuery = z.infer<typeof messageQuery>;

export const messageStatusChange = z.object({ status: messageStatus });

export type MessageStatusChange = z.infer<typeof messageStatusChange>;

export const messageAnswer = z.object({ answer: requiredText(5000) });

export type MessageAnswer = z.infer<typeof messageAnswer>;

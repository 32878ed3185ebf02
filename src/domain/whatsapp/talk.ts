import * as z from 'zod';
import { timestamp } from '#domain/values.ts';

/** How far a question by WhatsApp came. */
export const whatsappQuestionStatus = z.enum(['waiting', 'sent', 'failed', 'delivered', 'read']);

export type WhatsappQuestionStatus = z.infer<typeof whatsappQuestionStatus>;

/** What a shopper pressed or wrote on WhatsApp. */
export const whatsappAnswer = z.object({
  /** What they asked for; null for a text that is only to be read. */
  pressed: z.enum(['confirm', 'change', 'cancel']).nullable(),
  body: z.string().nullable(),
  /** What it did to the order; null for a text that is only to be read. */
  effect: z.enum(['confirmed', 'call_needed', 'call_back', 'older', 'changed', 'cancelled', 'closed', 'other_phone']).nullable(),
  sentAt: timestamp,
});

export type WhatsappAnswer = z.infer<typeof whatsappAnswer>;

/** What was asked about an order by WhatsApp, and what was answered, the latest last. */
export const whatsappTalk = z.object({
  question: z.object({ status: whatsappQuestionStatus, error: z.string().nullable(), updatedAt: timestamp }).nullable(),
  answers: z.array(whatsappAnswer),
});

export type WhatsappTalk = z.infer<typeof whatsappTalk>;

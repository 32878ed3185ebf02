import * as z from 'zod';
import { line } from '#domain/text-fields.ts';
import { expectedVersion } from '#domain/versions.ts';

/** What a row of a courier’s file is about. `charge`: neither a delivery nor a return, such as a corrected weight or packing material. */
export const LINE_OUTCOMES = ['delivered', 'returned', 'charge'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** The fields that a column of a courier’s file may hold. */
export const MAPPED_FIELDS = [
  'trackingNumber',
  'orderReference',
  'outcome',
  'cod',
  'shipping',
  'gst',
  'incomeTax',
  'salesTax',
  'otherCharges',
  'net',
  'day',
] as const;

/** Which column of a courier’s file holds what, by its heading; no heading for what the file has not. `otherCharges` may be several. */
export const settlementMapping = z.object({
  columns: z
    .array(z.object({ header: line(120), field: z.enum(MAPPED_FIELDS, 'Choose from the list') }))
    .max(60, 'At most 60 columns')
    .default([]),
  /** What the column of the outcome says for each of them. A row that says anything else is not understood. */
  words: z
    .array(z.object({ word: line(60), outcome: z.enum(LINE_OUTCOMES, 'Choose from the list') }))
    .max(40, 'At most 40 words')
    .default([]),
  /** What comes first in a day like 05/11/2026, where the file itself does not show it; null as long as nobody was asked. */
  dayOrder: z.enum(['day', 'month'], 'Choose from the list').nullable().default(null),
});

export type SettlementMapping = z.infer<typeof settlementMapping>;

export const settlementMappingEdit = z.object({ mapping: settlementMapping, updatedAt: expectedVersion.optional() });

export type SettlementMappingEdit = z.infer<typeof settlementMappingEdit>;

/** The facts of a product as the API answers and takes them. */
import * as z from 'zod';
import { text, typedLine } from '#domain/text-fields.ts';
import type { ProductFacts } from './facts.ts';
import { OCCASIONS, occasionsOf } from './occasions.ts';

/** The embedded database sends numerics as text. */
const figure = z.coerce.number().nullable();

export const productFacts = z.object({
  lengthMm: figure,
  widthMm: figure,
  innerMm: figure,
  chainMm: figure,
  weightGrams: figure,
  plating: z.string(),
  baseMetal: z.string(),
  stones: z.string(),
  closure: z.string(),
  inTheBox: z.string(),
  isNickelFree: z.boolean().nullable(),
  care: z.string(),
  occasions: z.array(z.enum(OCCASIONS)),
} satisfies Record<keyof ProductFacts, unknown>);

function measure(max: number) {
  return z
    .number('Enter a number')
    .positive('Must be above 0')
    .max(max, `At most ${max.toLocaleString('en')}`)
    .refine((typed) => Math.round(typed * 10) / 10 === typed, 'At most one decimal')
    .nullable();
}

/** As staff send them. */
export const factFields = {
  lengthMm: measure(2000),
  widthMm: measure(2000),
  innerMm: measure(500),
  chainMm: measure(2000),
  weightGrams: measure(5000),
  plating: typedLine(100),
  baseMetal: typedLine(100),
  stones: typedLine(100),
  closure: typedLine(100),
  inTheBox: typedLine(200),
  isNickelFree: z.boolean('Choose yes, no or not stated').nullable(),
  care: text(500),
  occasions: z
    .array(z.enum(OCCASIONS, 'Choose from the list'))
    .max(OCCASIONS.length, 'Each of them only once')
    .overwrite((chosen) => occasionsOf(chosen)),
} satisfies Record<keyof ProductFacts, unknown>;

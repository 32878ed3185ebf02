import * as z from 'zod';
import { roundMoney } from './money.ts';
import { shaped } from './text-fields.ts';

/** 24 hexadecimal characters, kept in lower case. */
export const objectId = shaped(24, /^[0-9a-f]{24}$/i, 'Not a valid id').overwrite((id) => id.toLowerCase());

/** An id, with a message of its own where there is none. */
export function idOr(missing: string) {
  return z.string({ error: missing }).min(1, { error: missing, abort: true }).max(24, 'Not a valid id').pipe(objectId);
}

/** The random id of a photo: 32 hexadecimal characters, which nobody can guess. */
export const photoId = shaped(32, /^[0-9a-f]{32}$/, 'Not a valid id');

/** A time of day on the shop's clock: `16:00`. */
export function timeOfDay(example: string) {
  return shaped(5, /^([01]\d|2[0-3]):[0-5]\d$/, `Use a time like ${example}`);
}

/** Rupees in an answer. The embedded database sends numerics as text. */
export const rupees = z.coerce.number();

/** Rupees that staff typed: from 0 or `min`, at most two decimals. */
export function amount(max: number, missing = 'Required', min = 0) {
  return z
    .number({ error: missing })
    .min(min, min === 0 ? 'Not below 0' : `At least ${min}`)
    .max(max, `At most ${max.toLocaleString('en')}`)
    .refine((rupees) => roundMoney(rupees) === rupees, 'At most two decimals');
}

/** A time in an answer: ISO 8601 in UTC, however the database wrote it. */
export const timestamp = z
  .string()
  .overwrite((time) => new Date(time).toISOString())
  .meta({ format: 'date-time' });

/** A calendar day in Asia/Karachi: `2026-11-20`. Postgres has no year 0. */
export const day = z.iso.date('Use a date like 2026-11-20').refine((date) => date >= '1900-01-01', 'Use a date like 2026-11-20');

/** Characters of a moment, however fine its fraction of a second. */
export const MAX_MOMENT = 40;

/** A time that somebody chose, with its offset. Beyond the year 9999, in UTC too, other programs cannot read it. */
export const moment = z.iso
  .datetime({ error: 'Use a time like 2026-11-20T18:00:00+05:00', offset: true })
  .max(MAX_MOMENT, { error: 'Use a time like 2026-11-20T18:00:00+05:00', abort: true })
  .refine((time) => isOurTime(Date.parse(time)), 'Use a time like 2026-11-20T18:00:00+05:00');

const isOurTime = (time: number) => time >= Date.parse('1900-01-01T00:00:00Z') && time < Date.parse('9999-12-31T00:00:00Z');

/** From one day to another, both included; either may be left out. */
export const period = z.object({
  startDate: day.optional().meta({ description: 'The first day' }),
  endDate: day.optional().meta({ description: 'The last day' }),
});

export type Period = z.infer<typeof period>;

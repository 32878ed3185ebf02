import * as z from 'zod';
import { MAX_LENGTHS } from './limits.ts';
import { normalizePhone, readPhones } from './phone.ts';
import { atMost } from './text.ts';

/** A phone field as it is typed: one number, or two. */
export const typedPhones = z
  .string()
  .trim()
  .max(MAX_LENGTHS.phone, { error: atMost(MAX_LENGTHS.phone), abort: true })
  .superRefine((typed, { addIssue }) => {
    const read = readPhones(typed);
    if ('error' in read) addIssue({ code: 'custom', message: read.error });
  });

/** A phone number, normalised by `normalizePhone`. */
export const phone = typedPhones.overwrite((typed) => normalizePhone(typed) ?? typed);

import { MAX_LENGTHS } from './limits.ts';
import { normalizePhone, readPhones } from './phone.ts';
import { comparedText } from './text-fields.ts';

/** A phone field as it is typed: one number, or two. */
export const typedPhones = comparedText(MAX_LENGTHS.phone).superRefine((typed, { addIssue }) => {
  const read = readPhones(typed);
  if ('error' in read) addIssue({ code: 'custom', message: read.error });
});

/** A phone number, normalised by `normalizePhone`. */
export const phone = typedPhones.overwrite((typed) => normalizePhone(typed) ?? typed);

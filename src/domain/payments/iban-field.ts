import * as z from 'zod';
import { readIban } from './iban.ts';

/** A typed IBAN, kept without spaces. */
export const typedIban = z
  .string({ error: 'Enter the IBAN' })
  .overwrite((typed) => {
    const read = readIban(typed);
    return 'iban' in read ? read.iban : typed;
  })
  .superRefine((typed, context) => {
    const read = readIban(typed);
    if ('error' in read) context.addIssue({ code: 'custom', message: read.error });
  });

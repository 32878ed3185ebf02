import * as z from 'zod';
import { atMost } from '#domain/text.ts';
import { readIban } from './iban.ts';

/** 24 letters and digits, with what people and banks put between and around them. */
const MAX_LENGTH = 80;

/** A typed IBAN, kept without spaces. */
export const typedIban = z
  .string({ error: 'Enter the IBAN' })
  .max(MAX_LENGTH, { error: atMost(MAX_LENGTH), abort: true })
  .overwrite((typed) => {
    const read = readIban(typed);
    return 'iban' in read ? read.iban : typed;
  })
  .superRefine((typed, context) => {
    const read = readIban(typed);
    if ('error' in read) context.addIssue({ code: 'custom', message: read.error });
  });

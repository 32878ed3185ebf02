import * as z from 'zod';
import { line, requiredText } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

/** Where customers send pieces back to, as they write it on the parcel. */
const shown = { recipient: z.string(), phone: z.string(), address: z.string(), city: z.string() };

/** What customers read with an approved return. */
export const shownReturnAddress = z.object(shown);

export type ShownReturnAddress = z.infer<typeof shownReturnAddress>;

/** All fields are empty until an owner has filled them in. */
export const returnAddress = z.object({ ...shown, updatedAt: timestamp });

export type ReturnAddress = z.infer<typeof returnAddress>;

/** The address, and the version the editor saw. */
export const returnAddressEdit = z.object({
  recipient: line(80, 'Enter who the parcel goes to'),
  phone: line(24, 'Enter the phone that the courier calls').regex(/^\+?[\d\s()-]{7,}$/, 'Enter a phone number of 7 to 15 digits'),
  address: requiredText(300, 'Enter street and house'),
  city: line(60, 'Enter the city'),
  updatedAt: expectedVersion.optional(),
});

export type ReturnAddressEdit = z.infer<typeof returnAddressEdit>;

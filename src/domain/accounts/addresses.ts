import * as z from 'zod';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { readPhones } from '#domain/phone.ts';
import { typedPhones } from '#domain/phone-fields.ts';
import { countryCode } from '#domain/places/country-code.ts';
import { line, optionalLine } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

/** Both numbers of a field that has two, so that the checkout reads them again. */
function storedPhones(typed: string): string {
  const read = readPhones(typed);
  return 'error' in read ? typed : [read.phone, read.secondPhone].filter(Boolean).join(' / ');
}

/** An address that shoppers save in their account: what an order would take. */
export const addressToSave = z.object({
  name: line(MAX_LENGTHS.name),
  phone: typedPhones.overwrite(storedPhones),
  address: line(MAX_LENGTHS.address),
  city: optionalLine(80),
  zipCode: optionalLine(20),
  country: countryCode.default('pk'),
});

export type AddressToSave = z.infer<typeof addressToSave>;

export const savedAddress = z.object({
  id: objectId,
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  zipCode: z.string(),
  country: z.string(),
  createdAt: timestamp,
  /** When it was saved, or last ordered to. */
  usedAt: timestamp,
});

export type SavedAddress = z.infer<typeof savedAddress>;

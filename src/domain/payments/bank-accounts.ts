import * as z from 'zod';
import { normalizePhone } from '#domain/phone.ts';
import { line, typedLine } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';
import { readIban } from './iban.ts';
import { typedIban } from './iban-field.ts';

/** By what Raast knows an account: a mobile number, kept as 03xxxxxxxxx, an IBAN, or nothing. */
const raastId = typedLine(60)
  .overwrite((typed) => readRaastId(typed) ?? typed)
  .refine(
    (typed) => readRaastId(typed) !== null,
    'Enter the mobile number, 03xx xxxxxxx, or the IBAN that is registered with Raast',
  )
  .default('');

function readRaastId(typed: string): string | null {
  if (!typed) return '';
  const iban = readIban(typed);
  if ('iban' in iban) return iban.iban;
  const mobile = /^\+92(3\d{9})$/.exec(normalizePhone(typed) ?? '')?.[1];
  return mobile ? `0${mobile}` : null;
}

const accountFields = {
  /** The holder, as the bank has it. */
  title: line(80, 'Enter the title of the account'),
  bankName: line(80, 'Enter the name of the bank'),
  iban: typedIban,
  raastId,
  isShown: z.boolean().default(true),
};

export const newBankAccount = z.object(accountFields);

export type NewBankAccount = z.infer<typeof newBankAccount>;

/** All fields of an account, and the version that its editor saw. */
export const bankAccountEdit = z.object({ ...accountFields, updatedAt: expectedVersion });

export type BankAccountEdit = z.infer<typeof bankAccountEdit>;

/** The version that was looked at. */
export const bankAccountApproval = z.object({ updatedAt: expectedVersion });

export type BankAccountApproval = z.infer<typeof bankAccountApproval>;

/** All accounts, in their new order. */
export const bankAccountOrder = z.object({ ids: z.array(objectId).max(10, 'At most 10 accounts') });

const details = { title: z.string(), bankName: z.string(), iban: z.string(), raastId: z.string() };

/** Where a customer may pay to now. */
export const payableAccount = z.object({ id: objectId, ...details });

export type PayableAccount = z.infer<typeof payableAccount>;

/** An account as owners see it. */
export const bankAccount = z.object({
  id: objectId,
  ...details,
  isShown: z.boolean(),
  /** While customers do not see it as it is here: until when, unless somebody approves it. */
  waitsUntil: timestamp.nullable(),
  /** What customers see of it now; null: nothing. */
  customersSee: z.object(details).nullable(),
  changedAt: timestamp,
  /** Who took part in the change, by user name. */
  changedBy: z.array(z.string()),
  /** Who let customers see it at once. */
  approvedBy: z.string().nullable(),
  /** Whoever asks took part in the change, and needs the second factor to approve it. */
  isOwnChange: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type BankAccount = z.infer<typeof bankAccount>;

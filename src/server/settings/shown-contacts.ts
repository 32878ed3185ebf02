import * as z from 'zod';
import {
  type ForeignContact,
  findContacts,
  foreignContactRefusal,
  foreignContacts,
  type OwnContacts,
} from '#domain/shown-texts/foreign-contacts.ts';
import type { ShownText } from '#domain/shown-texts/shown-fields.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError } from '#server/errors.ts';
import { readSettings } from './settings.ts';

/** Who writes it. */
interface Author {
  id: string;
  isOwner: boolean;
}

/**
 * Lets texts before shoppers whose phones, accounts, links and addresses are the shop's, or were put there by an owner before. What an owner writes is
 * remembered, so that others may repeat it; a session alone (`isProved` false) shows nothing new.
 * @throws ApiError `owner_only` with the first number of each field
 */
export async function checkShownTexts(db: ShopDatabase, author: Author, texts: ShownText[], isProved: boolean): Promise<void> {
  const suspects = texts.filter(({ text }) => findContacts(text).length > 0);
  if (suspects.length === 0) return;
  const own = await ownContacts(db);
  const found = suspects.flatMap(({ path, text }) => foreignContacts(text, own).map((contact) => ({ path, contact })));
  const [first] = found;
  if (!first) return;
  if (!author.isOwner) {
    const errors = found.map(({ path, contact }) => ({ path, message: foreignContactRefusal(contact) }));
    throw new ApiError('owner_only', { message: foreignContactRefusal(first.contact), errors });
  }
  if (!isProved) {
    const message = `Show ${first.contact.shown} in a form first, where you prove that it is you`;
    throw new ApiError('owner_only', { message, errors: found.map(({ path }) => ({ path, message })) });
  }
  await allowContacts(
    db,
    author,
    found.map(({ contact }) => contact),
  );
}

/** Whether a text would lead shoppers to another number, account, link or address than the shop's. */
export async function leadsElsewhere(db: ShopDatabase, texts: string[]): Promise<boolean> {
  const suspects = texts.filter((text) => findContacts(text).length > 0);
  if (suspects.length === 0) return false;
  const own = await ownContacts(db);
  return suspects.some((text) => foreignContacts(text, own).length > 0);
}

/** An owner puts contacts before shoppers. @throws ApiError `owner_only` */
async function allowContacts(db: ShopDatabase, { id }: Author, contacts: ForeignContact[]): Promise<void> {
  const allowed = contacts.map(({ kind, value }) => ({ kind, value: value.slice(0, 300) }));
  await callFunction(db, 'allow_contacts', { contacts: allowed, actor: id }, z.null());
}

const known = z.object({
  accounts: z.array(z.string()),
  shown: z.array(z.object({ kind: z.string(), value: z.string() })),
});

async function ownContacts(db: ShopDatabase): Promise<OwnContacts> {
  const [{ contact }, { accounts, shown }] = await Promise.all([readSettings(db), callFunction(db, 'known_contacts', {}, known)]);
  const shownOf = (kind: string) => shown.filter((each) => each.kind === kind).map(({ value }) => value);
  const profiles = [env.URL, contact.instagram, contact.facebook].filter(Boolean);
  return {
    phones: [contact.phone, contact.whatsapp, ...accounts, ...shownOf('phone')],
    emails: [contact.email, ...shownOf('email')],
    links: [
      ...profiles.map((link) =>
        link
          .replace(/^https?:\/\/(?:www\.)?/i, '')
          .replace(/\/+$/, '')
          .toLowerCase(),
      ),
      ...shownOf('link'),
    ],
    accounts: [...accounts, ...shownOf('account')],
  };
}

import { normalizePhone } from '#domain/phone.ts';
import { findLinks } from './find-links.ts';
import { type Contact, findNumbers } from './find-numbers.ts';
import { folded } from './plain-digits.ts';

/** By what shoppers may be told to reach and pay the shop. */
export interface OwnContacts {
  phones: string[];
  emails: string[];
  /** Hosts and links, without scheme and `www.`: `naqsh.pk`, `instagram.com/naqsh`. A link below one is its own, too. */
  links: string[];
  /** IBANs and numbers of accounts. */
  accounts: string[];
}

export interface ForeignContact {
  kind: Contact['kind'];
  /** As it stands in the text, shortened. */
  shown: string;
  /** The same for every spelling. */
  value: string;
}

/** Numbers, accounts, links and addresses in a text, whosever they are, in the order of their kinds. */
export function findContacts(text: string): ForeignContact[] {
  const plain = folded(text);
  const show = ({ kind, value, start, end }: Contact): ForeignContact => ({
    kind,
    value,
    shown: (kind === 'link' || kind === 'email' ? value : plain.slice(start, end)).slice(0, 60),
  });
  return [...findNumbers(plain), ...findLinks(plain)].map(show);
}

/** What of a text would lead shoppers to somebody else's phone, account, link or mailbox. */
export function foreignContacts(text: string, own: OwnContacts): ForeignContact[] {
  const phones = new Set(own.phones.map((phone) => normalizePhone(phone) ?? phone));
  const emails = new Set(own.emails.map((email) => email.toLowerCase()));
  const accounts = own.accounts.map((account) => account.replace(/[^A-Za-z\d]/g, '').toUpperCase());
  const links = [...own.links, ...[...phones].map((phone) => `wa.me/${phone.replace(/\D/g, '')}`)];
  return findContacts(text).filter(({ kind, value }) => {
    if (kind === 'phone') return !phones.has(value);
    if (kind === 'email') return !emails.has(value);
    // The number of an account is the end of its IBAN.
    if (kind === 'account')
      return !accounts.some((account) => account === value || (value.length >= 14 && account.endsWith(value)));
    return !links.some((link) => value === link || value.startsWith(`${link}/`) || value.startsWith(`${link}?`));
  });
}

const KINDS: Record<ForeignContact['kind'], string> = {
  phone: 'phone number',
  account: 'account',
  link: 'link',
  email: 'e-mail address',
};

/** What whoever may not show it is told. */
export function foreignContactRefusal({ kind, shown }: Pick<ForeignContact, 'kind' | 'shown'>): string {
  return `Only an owner can show shoppers another ${KINDS[kind]} than the shop’s: ${shown}`;
}

/** The same text without numbers and links: dots stand in their place. For words of strangers in messages of the shop. */
export function withoutContacts(text: string): string {
  const plain = folded(text);
  const found = findNumbers(plain);
  if (found.length === 0) return text;
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce((kept, { start, end }) => `${kept.slice(0, start)}•••${kept.slice(end)}`, caseKept(text, plain));
}

/** The text as it was typed, where folding changed no lengths: names keep their capitals. */
function caseKept(text: string, plain: string): string {
  return text.length === plain.length ? text : plain;
}

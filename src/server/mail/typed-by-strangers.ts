import { withoutContacts } from '#domain/shown-texts/foreign-contacts.ts';

/** How much of what somebody calls themselves stands in a mail: room for a name, none for an advertisement. */
const MAX_NAME = 40;
const MAX_FIRST_NAME = 20;
const MAX_LINE = 120;
const MAX_QUOTE = 80;

/** A name as a message shows it: one line of at most 40 characters, without links and numbers. */
export function shownName(typed: string): string {
  return shownLine(typed.replace(/\p{Nd}{3,}/gu, '•••'), MAX_NAME);
}

/** What a customer is greeted by: their first name, without links and numbers. */
export function shownFirstName(typed: string): string {
  return shorten(shownName(typed.trim().split(/\s+/)[0] || typed), MAX_FIRST_NAME);
}

/** What somebody wrote, as a mail quotes it to an address that they typed: the beginning, enough to know it again, without links and numbers. */
export function quoted(typed: string): string {
  return shorten(unlinked(withoutContacts(typed)), MAX_QUOTE);
}

/** A line of an address, a subject or the like, as a message shows it: at most 120 characters, without links and without numbers to call or pay. */
export function shownLine(typed: string, maxLength = MAX_LINE): string {
  return shorten(unlinked(withoutContacts(typed.replace(/\s+/g, ' ').trim())), maxLength);
}

/**
 * Typed text in which no program finds a link: mail programs and WhatsApp make links of whatever looks like an address, also in plain text. A space after
 * each full stop (and the signs that browsers take for one), colon and `@` leaves names and sentences as they are read, and takes hosts, schemes and
 * addresses apart: `www. evil. pk/x`, `http: //evil. pk`.
 */
export function unlinked(typed: string): string {
  return typed.replace(/[.․。．｡:：@＠](?=\S)/gu, '$& ');
}

/** A text of at most so many characters; what is left out is marked. */
export function shorten(text: string, maxLength: number): string {
  const letters = [...text];
  return letters.length <= maxLength
    ? text
    : `${letters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

import { invalid } from '#server/errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** How many digits and signs at the end are taken off, one after another: `1`, `123`, `2026!`. */
const MAX_ENDING = 6;

/** A shorter word is in many passwords by chance. */
const MIN_OWN_WORD = 4;

/** So many other characters beside one's own name make it no better. */
const MAX_AROUND = 4;

/** Whose password it will be. */
export interface PasswordOwner {
  email: string;
  /** User name or name. */
  name?: string;
  shop?: string;
}

/**
 * Refuses a new password that is tried first: a common one, in any case and with any usual ending, one twice in a row, or the account's own name, its address or the
 * shop's name. @throws ApiError `validation_failed` at `password`
 */
export function assertHardToGuess(password: string, owner: PasswordOwner): void {
  if (isCommon(password)) throw refused('This password is one of the first that thieves try. A short sentence is better.');
  if (isOwn(password, owner)) throw refused('This is too close to your name, your e-mail address or the name of the shop');
}

/** Whether a password is among the commonest. */
export function isCommon(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  return withoutEndings(typed).some((stem) => COMMON_PASSWORDS.has(stem) || COMMON_PASSWORDS.has(halfOf(stem)));
}

function isOwn(password: string, { email, name = '', shop = '' }: PasswordOwner): boolean {
  const typed = lettersOf(password);
  const [local = ''] = email.split('@');
  return [email, local, name, shop]
    .map(lettersOf)
    .filter((word) => word.length >= MIN_OWN_WORD)
    .some((word) => {
      const rest = typed.replaceAll(word, '');
      return rest !== typed && (rest.length <= MAX_AROUND || /^\d+$/.test(rest));
    });
}

/** A password, and what is left of it when its last digits and signs go. */
function withoutEndings(typed: string): string[] {
  const stems = [typed];
  for (let stem = typed; stems.length <= MAX_ENDING && /[^\p{L}]$/u.test(stem); stems.push(stem)) stem = stem.slice(0, -1);
  return stems;
}

/** What stands twice in a text; the text itself where nothing does. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function refused(message: string) {
  return invalid([{ path: 'password', message }]);
}

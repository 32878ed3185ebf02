import * as z from 'zod';

/** What every owner hears of (supabase/schemas/people/owner_news.sql): what happened in a few words, without names, and as a sentence. */
const NEWS = {
  invited: { short: 'Somebody was invited to the staff', says: (who, role) => `${who} was invited to the staff as ${role}.` },
  joined: { short: 'Somebody joined the staff', says: (who, role) => `${who} joined the staff as ${role}.` },
  role: { short: 'Somebody has another role', says: (who, role) => `${who} has the role ${role} now.` },
  locked_out: { short: 'Somebody was locked out', says: (who) => `${who} was locked out.` },
  let_in: { short: 'Somebody was let in again', says: (who, role) => `${who} was let in again as ${role}.` },
  factor_reset: { short: 'A second factor was reset', says: (who) => `The second factor of ${who} was reset.` },
  factor_off: { short: 'A second factor was switched off', says: (who) => `The second factor of ${who} was switched off.` },
  factor_required: { short: 'Everybody needs a second factor', says: () => 'Everybody on the staff needs a second factor now.' },
  factor_optional: { short: 'Nobody needs a second factor', says: () => 'A second factor is no longer required of everybody.' },
  role_added: { short: 'There is a new role', says: (role) => `There is a new role: ${role}.` },
  role_changed: { short: 'A role may do something else', says: (role) => `The role ${role} may do something else now.` },
  role_deleted: { short: 'A role was deleted', says: (role) => `The role ${role} was deleted.` },
  contact: { short: 'The contact of the shop was changed', says: (contact) => `Customers reach the shop here now: ${contact}.` },
  password: {
    short: 'A password was changed',
    says: (who) => `The password of ${who} was changed, and all their sessions ended.`,
  },
} as const satisfies Record<string, { short: string; says: (subject: string, becomes: string) => string }>;

const NEWS_KINDS = Object.keys(NEWS) as [keyof typeof NEWS, ...(keyof typeof NEWS)[]];

export const ownerNews = z.object({
  what: z.enum(NEWS_KINDS),
  /** The user name, the role, or the contact that it is about. */
  subject: z.string(),
  /** The name of the role that somebody has now. */
  becomes: z.string().nullable(),
  /** The user name of who did it; null for somebody outside of the back office. */
  by: z.string().nullable(),
});

export type OwnerNews = z.infer<typeof ownerNews>;

/** In a few words, as a locked phone shows it. */
export function shortNews({ what }: OwnerNews): string {
  return NEWS[what].short;
}

/** As a sentence. `shown` makes a text harmless that people typed. */
export function newsSentence({ what, subject, becomes }: OwnerNews, shown: (typed: string) => string): string {
  return NEWS[what].says(shown(subject), shown(becomes ?? ''));
}

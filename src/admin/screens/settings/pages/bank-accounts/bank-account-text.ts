import type { BankAccount } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { TIME_ZONE } from '#domain/region.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE });

type Details = NonNullable<BankAccount['customersSee']>;

/** When customers see a change that waits, and what brings that forward. Empty when nothing waits. */
export function waitingText(account: BankAccount, hasSecondFactor: boolean): string {
  const { waitsUntil, isOwnChange } = account;
  if (!waitsUntil) return '';
  const sooner = isOwnChange
    ? `another owner approves it${hasSecondFactor ? ' or you confirm with your second factor' : ''}`
    : 'you approve it';
  return `Customers see it from ${clock.format(new Date(waitsUntil))}, or at once when ${sooner}.`;
}

/** What customers see meanwhile. */
export function meanwhileText({ customersSee, ...account }: BankAccount): string {
  if (!customersSee) return 'Until then they do not see this account.';
  const labels = { title: 'Title', bankName: 'Bank', iban: 'IBAN', raastId: 'Raast ID' };
  const changed = (Object.keys(labels) as (keyof Details)[]).filter((name) => customersSee[name] !== account[name]);
  return `Until then they see: ${changed.map((name) => `${labels[name]} ${shown(name, customersSee[name])}`).join(', ')}.`;
}

function shown(name: keyof Details, value: string): string {
  if (name === 'iban') return formatIban(value);
  return value || 'none';
}

/** Who changed what waits: `ayesha and bilal`. */
export function changedByText({ changedBy }: BankAccount): string {
  return changedBy.length > 0 ? new Intl.ListFormat('en-GB').format(changedBy) : 'somebody on the command line';
}

/** What became of a change that was saved. */
export function savedText({ title, waitsUntil, isShown }: BankAccount): string {
  if (waitsUntil) return `${title} was saved. Customers see it within an hour.`;
  return isShown ? `${title} was saved. Customers see it now.` : `${title} was saved. It is hidden.`;
}

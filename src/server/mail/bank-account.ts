import * as z from 'zod';
import { formatIban } from '#domain/payments/iban.ts';
import { TIME_ZONE } from '#domain/region.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { unlinked } from './typed-by-strangers.ts';

const details = z.object({ title: z.string(), bankName: z.string(), iban: z.string(), raastId: z.string() });

type Details = z.infer<typeof details>;

export const bankAccountEmail = z.object({
  what: z.enum(['added', 'changed', 'hidden', 'deleted']),
  account: details,
  /** As it was before, where it was changed. */
  former: details.nullable(),
  isShown: z.boolean(),
  changedBy: z.string().nullable(),
  /** Until when customers do not see it, unless somebody approves it. */
  waitsUntil: z.coerce.date().nullable(),
});

type BankAccountEmail = z.infer<typeof bankAccountEmail>;

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE });

/** Tells an owner that an account was changed to which customers pay, while there is time to stop it. */
export function bankAccountNotice(mail: BankAccountEmail, sender: Sender, shopUrl: string): Email {
  const title = `A bank account was ${mail.what} (${sender.identity.name})`;
  const said = `${mail.changedBy ?? 'Somebody'} did this in the back office. ${whatCustomersSee(mail)}`;
  const facts = factsOf(mail);
  const advice =
    'If this was nobody you trust, hide or delete the account now. Then end all sessions under Staff, and choose a new password.';
  const button = 'Open the bank accounts';
  const link = `${shopUrl}/admin/settings/bank-accounts`;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${title}</h1>
<p style="margin:0 0 16px">${said}</p>
<ul style="margin:0 0 24px;padding-left:20px">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#7a1f33;color:#ffffff;text-decoration:none">${button}</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${advice}</p>`;
  const text = withFooter([said, '', ...facts, '', `${button}: ${link}`, '', advice], sender);
  return { subject: title, html: withLayout(title, content, sender), text };
}

function whatCustomersSee({ what, isShown, waitsUntil }: BankAccountEmail): string {
  if (what === 'hidden' || what === 'deleted') return 'Customers no longer see the account.';
  if (!isShown) return 'It is hidden: customers do not see it.';
  if (!waitsUntil) return 'Customers see it already.';
  return `Customers see it from ${time.format(waitsUntil)} in Pakistan, or at once when another owner approves it.`;
}

function factsOf({ what, account, former }: BankAccountEmail): string[] {
  const before = what === 'changed' && former ? shownDetails(former) : {};
  return Object.entries(shownDetails(account)).map(([label, value]) => {
    const old = before[label];
    return old === undefined || old === value ? `${label}: ${value}` : `${label}: ${value} (before: ${old})`;
  });
}

function shownDetails({ title, bankName, iban, raastId }: Details): Record<string, string> {
  return { Title: unlinked(title), Bank: unlinked(bankName), IBAN: formatIban(iban), 'Raast ID': raastId || 'none' };
}

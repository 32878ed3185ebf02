import * as z from 'zod';
import { accountLinkToken } from '#server/account-link-token.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';

export const accountLinkEmail = z.object({ linkId: z.string(), forStaff: z.boolean() });

type AccountLinkEmail = z.infer<typeof accountLinkEmail>;

/** The link to set a new password, for a shopper or a staff member. It has its secret behind the #, which browsers never send to a server. */
export function passwordReset({ linkId, forStaff }: AccountLinkEmail, sender: Sender, shopUrl: string): Email {
  const place = forStaff ? `the back office of ${sender.identity.name}` : sender.identity.name;
  return withLink(
    {
      title: 'Set a new password',
      why: `Somebody, probably you, forgot the password of your account at ${place}. Choose a new one here.`,
      button: 'Choose a new password',
      link: `${shopUrl}${forStaff ? '/admin' : ''}/reset-password#${accountLinkToken(linkId)}`,
      advice:
        'The link is good for 30 minutes and works once. If you did not ask for it, ignore this mail: your password stays as it is.',
    },
    sender,
  );
}

/** The link that proves a shopper's address. */
export function addressProof({ linkId }: AccountLinkEmail, sender: Sender, shopUrl: string): Email {
  return withLink(
    {
      title: 'Confirm your e-mail address',
      why: `This address was given for a new account at ${sender.identity.name}. Confirm that it is yours, and the account also shows what you ordered with it without signing in.`,
      button: 'Confirm my address',
      link: `${shopUrl}/confirm-address#${accountLinkToken(linkId)}`,
      advice: 'The link is good for three days and works once. If you opened no account, ignore this mail.',
    },
    sender,
  );
}

interface LinkMail {
  title: string;
  why: string;
  button: string;
  link: string;
  advice: string;
}

function withLink({ title, why, button, link, advice }: LinkMail, sender: Sender): Email {
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${title}</h1>
<p style="margin:0 0 24px">${why}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#7a1f33;color:#ffffff;text-decoration:none">${button}</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${advice}</p>`;
  const text = withFooter([why, '', `${button}: ${link}`, '', advice], sender);
  return { subject: `${title} (${sender.identity.name})`, html: withLayout(title, content, sender), text };
}

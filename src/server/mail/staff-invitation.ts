import * as z from 'zod';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';

export const staffInvitationEmail = z.object({ username: z.string(), link: z.string(), invitedBy: z.string() });

/** Invites somebody to the staff, with the link to join. */
export function staffInvitation({ username, link, invitedBy }: z.infer<typeof staffInvitationEmail>, sender: Sender): Email {
  const title = `Join the staff of ${sender.identity.name}`;
  const asked = `${invitedBy} invites you to work in the back office of ${sender.identity.name}. Your user name will be ${username}.`;
  const advice = 'The link is good for seven days and works once. If you did not expect it, ignore this mail.';
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${title}</h1>
<p style="margin:0 0 24px">${asked}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#7a1f33;color:#ffffff;text-decoration:none">Choose your password</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${advice}</p>`;
  const text = withFooter([asked, '', `Choose your password: ${link}`, '', advice], sender);
  return { subject: title, html: withLayout(title, content, sender), text };
}

import type { OwnerNews } from '#domain/owner-news/contract.ts';
import { newsSentence, shortNews } from '#domain/owner-news/contract.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { unlinked } from './typed-by-strangers.ts';

/** Tells an owner of what only owners decide, or of what opens an account of the staff, while there is time to stop it. */
export function ownerNewsEmail(news: OwnerNews, sender: Sender, shopUrl: string): Email {
  const title = `${shortNews(news)} (${sender.identity.name})`;
  const who = news.by ? `${news.by} did this in the back office.` : 'This was done outside of the back office.';
  const said = `${newsSentence(news, unlinked)} ${who}`;
  const advice =
    'If this was nobody you trust, lock that person out under Staff, end all sessions there, and choose a new password by “Forgot password?” at the login.';
  const button = 'Open the staff';
  const link = `${shopUrl}/admin/staff`;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${title}</h1>
<p style="margin:0 0 24px">${said}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#7a1f33;color:#ffffff;text-decoration:none">${button}</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${advice}</p>`;
  const text = withFooter([said, '', `${button}: ${link}`, '', advice], sender);
  return { subject: title, html: withLayout(title, content, sender), text };
}

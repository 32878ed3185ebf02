import { html } from '#server/html.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import { type Letter, onPaper, type Sender, signed, typed } from './email.ts';

/** Tells the shop what somebody wrote to it. An answer goes to them. */
export function contactNotice({ firstName, lastName, email, subject, message }: ContactMessage, sender: Sender): Letter {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const title = subject ? `${subject} (from ${name})` : `Message from ${name}`;
  const content = html`<h1 dir="auto" style="margin:0 0 8px;font-size:20px">${subject || 'A message to the shop'}</h1>
<p style="margin:0 0 24px"><bdi>${name}</bdi>, <a href="mailto:${encodeURIComponent(email)}" style="color:#7a1f33">${email}</a></p>
<p dir="auto" style="margin:0">${typed(message)}</p>`;
  const text = signed([`${name} <${email}>`, ...(subject ? [`Subject: ${subject}`] : []), '', message], sender);
  return { subject: title, html: onPaper(title, content, sender), text, replyTo: email };
}

import * as z from 'zod';
import { type ContactMessage, contactMessage } from '#domain/messages/contact.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout, withLineBreaks } from './email.ts';
import { quoted, shownFirstName, shownLine, shownName, unlinked } from './typed-by-strangers.ts';

/** Tells the shop about a message from its contact form, which the back office shows as it was typed. Replies go to the visitor. */
export function contactNotice(typed: ContactMessage, sender: Sender): Email {
  const { email } = typed;
  const name = shownName([typed.firstName, typed.lastName].filter(Boolean).join(' '));
  const subject = shownLine(typed.subject);
  const message = unlinked(typed.message);
  const title = subject ? `${subject} (from ${name})` : `Message from ${name}`;
  const content = html`<h1 dir="auto" style="margin:0 0 8px;font-size:20px">${subject || 'A message to the shop'}</h1>
<p style="margin:0 0 24px"><bdi>${name}</bdi>, <a href="mailto:${encodeURIComponent(email)}" style="color:#7a1f33">${email}</a></p>
<p dir="auto" style="margin:0">${withLineBreaks(message)}</p>`;
  const text = withFooter([`${name} <${email}>`, ...(subject ? [`Subject: ${subject}`] : []), '', message], sender);
  return { subject: title, html: withLayout(title, content, sender), text, replyTo: email };
}

export const answeredMessage = contactMessage.extend({ answer: z.string() });

/** The shop's answer to a visitor, with their own message below. */
export function messageAnswer({ answer, ...typed }: z.infer<typeof answeredMessage>, sender: Sender): Email {
  const firstName = shownFirstName(typed.firstName);
  const subject = shownLine(typed.subject, 60);
  const message = quoted(typed.message);
  const title = subject ? `Re: ${subject}` : `Your message to ${sender.identity.name}`;
  const content = html`<p style="margin:0 0 16px">Dear <bdi>${firstName}</bdi>,</p>
<p dir="auto" style="margin:0 0 24px">${withLineBreaks(answer)}</p>
<p style="margin:0 0 8px;font-size:13px;color:#75685f">You wrote:</p>
<blockquote dir="auto" style="margin:0;padding-left:12px;border-left:3px solid #eadfce;color:#75685f">${withLineBreaks(message)}</blockquote>`;
  const lines = message.split(/\r?\n/).map((line) => `> ${line}`);
  const text = withFooter([`Dear ${firstName},`, '', answer, '', 'You wrote:', ...lines], sender);
  return { subject: title, html: withLayout(title, content, sender), text };
}

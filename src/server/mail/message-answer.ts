import * as z from 'zod';
import { html } from '#server/html.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { type Letter, onPaper, type Sender, signed, typed } from './email.ts';

export const answeredMessage = contactMessage.extend({ answer: z.string() });

/** What the shop answers to somebody who wrote to it, with their own words below. */
export function messageAnswer({ firstName, subject, message, answer }: z.infer<typeof answeredMessage>, sender: Sender): Letter {
  const title = subject ? `Re: ${subject}` : `Your message to ${sender.identity.name}`;
  const content = html`<p style="margin:0 0 16px">Dear <bdi>${firstName}</bdi>,</p>
<p dir="auto" style="margin:0 0 24px">${typed(answer)}</p>
<p style="margin:0 0 8px;font-size:13px;color:#75685f">You wrote:</p>
<blockquote dir="auto" style="margin:0;padding-left:12px;border-left:3px solid #eadfce;color:#75685f">${typed(message)}</blockquote>`;
  const quoted = message.split(/\r?\n/).map((line) => `> ${line}`);
  const text = signed([`Dear ${firstName},`, '', answer, '', 'You wrote:', ...quoted], sender);
  return { subject: title, html: onPaper(title, content, sender), text };
}

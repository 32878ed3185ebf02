import * as z from 'zod';
import { TIME_ZONE } from '#domain/region.ts';
import { CONDITIONS } from '#domain/status/conditions.ts';
import { condition } from '#domain/status/contract.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';

/** `details` are null once it is well. */
export const shopStatusEmail = condition.pick({ kind: true, details: true }).extend({ since: z.string() });

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE });

/** Tells an owner what is wrong with the shop and what to do, or that it is well again. */
export function shopStatusNews(
  { kind, details, since }: z.infer<typeof shopStatusEmail>,
  sender: Sender,
  shopUrl: string,
): Email {
  const { name, trouble, remedy } = CONDITIONS[kind];
  const shop = sender.identity.name;
  const subject = details ? `${shop}, ${name}: this needs you` : `${shop}, ${name}: all is well again`;
  const said = details
    ? `${trouble(details)} Since ${moment.format(new Date(since))}.`
    : `It had gone wrong on ${moment.format(new Date(since))}.`;
  const page = new URL('/admin/status', shopUrl).href;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${name}</h1>
<p style="margin:0 0 16px">${said}</p>
${details ? html`<p style="margin:0 0 24px">${remedy}</p>\n` : ''}<p style="margin:0"><a href="${page}" style="color:#7a1f33">Status of the shop</a></p>`;
  const text = withFooter([said, ...(details ? ['', remedy] : []), '', `Status of the shop: ${page}`], sender);
  return { subject, html: withLayout(subject, content, sender), text };
}

import * as z from 'zod';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { shownFirstName } from './typed-by-strangers.ts';

export const orderLinkEmail = z.object({ orderNumber: z.string(), customerName: z.string(), pageKey: z.string() });

type OrderLink = z.infer<typeof orderLinkEmail>;

/** The link of an order's page, for whoever asked for it by its number and phone or by a label. `shopUrl` is where shoppers reach the shop. */
export function orderLink({ orderNumber, customerName, pageKey }: OrderLink, sender: Sender, shopUrl: string): Email {
  const firstName = shownFirstName(customerName);
  const subject = `The page of your order ${orderNumber}`;
  const lead = 'Somebody asked us for the page of your order. This link opens it:';
  const page = new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const end =
    'If it was not you, you need not do anything: the link came to you alone. Please pass it on only to people you trust.';
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${subject}</h1>
<p style="margin:0 0 8px">Dear <bdi>${firstName}</bdi>,</p>
<p style="margin:0 0 24px">${lead}</p>
<p style="margin:0 0 24px"><a href="${page}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">See your order</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${end}</p>`;
  const text = withFooter([`Dear ${firstName},`, lead, '', page, '', end], sender);
  return { subject, html: withLayout(subject, content, sender), text };
}

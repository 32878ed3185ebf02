import * as z from 'zod';
import { deadlineText, saidByRider } from '#domain/couriers/attempt-answers.ts';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { shownFirstName } from './typed-by-strangers.ts';

export const deliveryAttemptEmail = z.object({
  orderNumber: z.string(),
  customerName: z.string(),
  pageKey: z.string(),
  reason: z.string(),
  dueBy: z.string(),
});

type DeliveryAttempt = z.infer<typeof deliveryAttemptEmail>;

/** Asks what to do with a parcel that the rider could not hand over. `shopUrl` is where shoppers reach the shop. */
export function deliveryAttempt(
  { orderNumber, customerName, pageKey, reason, dueBy }: DeliveryAttempt,
  sender: Sender,
  shopUrl: string,
): Email {
  const firstName = shownFirstName(customerName);
  const subject = `Your order ${orderNumber} could not be delivered`;
  const said = saidByRider(reason);
  const what = 'What should the courier do? Two taps are enough.';
  const until = `Please answer by ${deadlineText(dueBy)}. Otherwise the parcel comes back to us.`;
  const page = new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">We could not hand over your parcel, <bdi>${firstName}</bdi></h1>
<p style="margin:0 0 8px">${said} ${what}</p>
<p style="margin:0 0 24px">${until}</p>
<p style="margin:0"><a href="${page}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">Tell us what to do</a></p>`;
  const text = withFooter(
    [`We could not hand over your parcel, ${firstName}.`, [said, what].filter(Boolean).join(' '), until, '', page],
    sender,
  );
  return { subject, html: withLayout(subject, content, sender), text };
}

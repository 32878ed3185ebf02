import * as z from 'zod';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { html } from '#server/html.ts';
import { reviewLinkToken } from '#server/review-link.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { mailedPhoto } from './mailed-photo.ts';
import { shownFirstName } from './typed-by-strangers.ts';

/** Pixels. */
const PHOTO = 72;

export const reviewRequestEmail = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  /** Missing in what was written before there was a link to the page. */
  pageKey: z.string().default(''),
  pieces: z.array(z.object({ productId: z.string(), name: z.string(), image: z.string().nullable() })),
});

type ReviewRequest = z.infer<typeof reviewRequestEmail>;

/** Asks for a review of each piece of an order. `shopUrl` is where shoppers reach the shop. */
export function reviewRequest(
  { orderId, orderNumber, customerName, pageKey, pieces }: ReviewRequest,
  sender: Sender,
  shopUrl: string,
): Email {
  const firstName = shownFirstName(customerName);
  const subject = `How do you like your order ${orderNumber}?`;
  const why =
    pieces.length === 1
      ? 'Your piece has been with you for some days. Tell others how it is: a sentence is enough, and it helps them choose.'
      : 'Your pieces have been with you for some days. Tell others how they are: a sentence is enough, and it helps them choose.';
  const problem = 'Is something wrong with it? Reply to this mail, and we put it right.';
  const page = pageKey && new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const pageWords = 'Return, exchange or report a problem on the page of your order';
  const end = `We ask once for each order, and this was the mail about ${orderNumber}.`;
  const stopWords = 'Never ask me for reviews again';
  const token = reviewLinkToken('review', orderId);
  const linkOf = (productId: string) => new URL(`/product/${productId}#review=${token}`, shopUrl).href;
  const stop = new URL(`/forms/stop-review-mails?${new URLSearchParams({ token: reviewLinkToken('stop', orderId) })}`, shopUrl)
    .href;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">How do you like it, <bdi>${firstName}</bdi>?</h1>
<p style="margin:0 0 16px">${why}</p>
<table role="presentation" width="100%" style="border-collapse:collapse">
${pieces.map(
  ({ productId, name, image }) => html`<tr style="border-bottom:1px solid #eadfce">
<td width="${PHOTO}" valign="top" style="padding:12px 12px 12px 0"><a href="${linkOf(productId)}">${mailedPhoto(image, name, shopUrl, PHOTO)}</a></td>
<td style="padding:12px 0"><bdi>${name}</bdi><br>
<a href="${linkOf(productId)}" style="display:inline-block;margin-top:8px;padding:10px 16px;background:#7a1f33;color:#ffffff;text-decoration:none">Write a review</a></td>
</tr>
`,
)}</table>
<p style="margin:24px 0">${problem}${page && html` <a href="${page}" style="color:#7a1f33">${pageWords}</a>.`}</p>
<p style="margin:0;font-size:13px;color:#75685f">${end} <a href="${stop}" style="color:#75685f">${stopWords}</a>.</p>`;
  const text = withFooter(
    [
      `How do you like it, ${firstName}?`,
      why,
      '',
      ...pieces.map(({ productId, name }) => `${name}: ${linkOf(productId)}`),
      '',
      problem,
      ...(page ? [`${pageWords}: ${page}`] : []),
      '',
      end,
      `${stopWords}: ${stop}`,
    ],
    sender,
  );
  return { subject, html: withLayout(subject, content, sender), text, unsubscribe: stop };
}

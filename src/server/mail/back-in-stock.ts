import * as z from 'zod';
import { pieceName } from '#domain/variants/choice-text.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { mailedPhoto } from './mailed-photo.ts';

/** Pixels. */
const PHOTO = 160;

export const backInStockEmail = z.object({
  productId: z.string(),
  productName: z.string(),
  /** Absent in mails that were queued before there were photos. */
  productImage: z.string().nullable().default(null),
  color: z.string(),
  size: z.string(),
  token: z.string(),
});

/** Tells somebody who asked that pieces are back. `shopUrl` is where shoppers reach the shop. */
export function backInStock(notice: z.infer<typeof backInStockEmail>, sender: Sender, shopUrl: string): Email {
  const { productId, productName, productImage, token, ...choice } = notice;
  const name = pieceName(productName, choice);
  const title = `${name} is back`;
  const product = new URL(`/product/${productId}`, shopUrl).href;
  const photo = mailedPhoto(productImage, name, shopUrl, PHOTO);
  const stop = new URL(`/forms/stop-notices?${new URLSearchParams({ token })}`, shopUrl).href;
  const news = 'You asked us to tell you. Others may have asked, too, and we keep no piece aside.';
  const end = 'This is the only mail about it.';
  const content = html`<h1 style="margin:0 0 8px;font-size:20px"><bdi>${name}</bdi> is back</h1>
<p style="margin:0 0 24px">${news}</p>
${photo && html`<p style="margin:0 0 24px"><a href="${product}">${photo}</a></p>\n`}<p style="margin:0 0 24px"><a href="${product}" style="display:inline-block;padding:12px 24px;background:#7a1f33;color:#ffffff;text-decoration:none">See it in the shop</a></p>
<p style="margin:0;font-size:13px;color:#75685f">${end} <a href="${stop}" style="color:#75685f">Forget my address</a>, also for other pieces that I asked about.</p>`;
  const text = withFooter(
    [
      `${title}.`,
      news,
      '',
      `See it in the shop: ${product}`,
      '',
      end,
      `Forget my address, also for other pieces that I asked about: ${stop}`,
    ],
    sender,
  );
  return { subject: title, html: withLayout(title, content, sender), text };
}

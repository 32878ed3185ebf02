import * as z from 'zod';
import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { html } from '#server/html.ts';
import { expectedDelivery } from '#server/orders/expected-delivery.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { shownFirstName } from './typed-by-strangers.ts';

/** Parcels of an order to which the same happened (supabase/schemas/read/parcel_mails.sql). */
export const parcelNews = z.object({
  orderNumber: z.string(),
  customerName: z.string(),
  pageKey: z.string(),
  status: z.enum(ORDER_STATUSES),
  orderedAt: z.string(),
  cityKnown: z.string().nullable(),
  at: z.string(),
  parcels: z.array(
    z.object({
      shipmentNumber: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      status: z.enum(SHIPMENT_STATUSES),
      toCollect: z.coerce.number(),
      estimatedDeliveryDate: z.string().nullable(),
    }),
  ),
  /** Parcels of the order that have not left yet, or not arrived, beside these. */
  others: z.number(),
  /** Null until all of the order has arrived. */
  returnsUntil: z.string().nullable(),
});

type ParcelNews = z.infer<typeof parcelNews>;

/** Tells a customer that parcels are with the courier. `shopUrl` is where shoppers reach the shop. */
export function parcelLeft(news: ParcelNews, sender: Sender, shopUrl: string): Email {
  const { orderNumber, parcels, others } = news;
  const subject = `Your order ${orderNumber} is on its way`;
  const more = others > 0 ? [`${countOf(others)} of the order ${others === 1 ? 'follows' : 'follow'}.`] : [];
  const lead =
    parcels.length === 1
      ? 'Your parcel is with the courier.'
      : `${parcels.length} parcels are with the courier, each with its own sum.`;
  const rider = 'The rider calls before he comes: please keep your phone on.';
  return write(
    subject,
    lead,
    [...parcels.map(factsOf), [whenOf(news)].filter(Boolean), [...more, rider]],
    'Follow it',
    news,
    sender,
    shopUrl,
  );
}

/** Tells a customer that parcels have arrived, and until when something can be asked back. `shopUrl` as for `parcelLeft`. */
export function parcelArrived(news: ParcelNews, sender: Sender, shopUrl: string): Email {
  const { orderNumber, parcels, others, returnsUntil } = news;
  const isAll = others === 0;
  const subject = isAll ? `Your order ${orderNumber} has arrived` : `A parcel of your order ${orderNumber} has arrived`;
  const lead = `${parcels.length === 1 ? 'Your parcel has' : `${parcels.length} parcels have`} been delivered. We hope that you love what is in it.`;
  // The last moment is the beginning of the day after.
  const until = returnsUntil && formatDay(new Date(Date.parse(returnsUntil) - 1).toISOString());
  const wrong = until
    ? `Is something broken, wrong or not what you expected? Tell us on the page of your order until ${until}.`
    : 'Is something broken or wrong? Reply to this mail with a photo, and we put it right.';
  const notYours = 'Nobody brought you anything? Then tell us at once: reply to this mail.';
  const more = isAll ? [] : [`${countOf(others)} of the order ${others === 1 ? 'is' : 'are'} still to come.`];
  return write(subject, lead, [more, [wrong, notYours]], 'See your order', news, sender, shopUrl);
}

const countOf = (parcels: number) => (parcels === 1 ? 'Another parcel' : `${parcels} more parcels`);

/** What a parcel is known by, and what to have ready for it. */
function factsOf({ carrier, trackingNumber, shipmentNumber, toCollect }: ParcelNews['parcels'][number]): string[] {
  return [
    ...(carrier ? [`Courier: ${carrier}`] : []),
    trackingNumber ? `Tracking number: ${trackingNumber}` : `Parcel: ${shipmentNumber}`,
    toCollect > 0
      ? `Please have ${formatPrice(toCollect)} in cash ready, and pay nothing on top.`
      : 'Nothing is left to pay: give the rider no money.',
  ];
}

function whenOf({ status, orderedAt, cityKnown, at, parcels }: ParcelNews): string {
  const underWay = { status, isCollected: false, createdAt: orderedAt, shipments: parcels };
  const expected = expectedDelivery(underWay, cityKnown, Date.parse(at));
  if (!expected) return '';
  const { from, to } = expected;
  return from === to ? `Expected on ${formatDay(to)}.` : `Expected between ${formatDay(from)} and ${formatDay(to)}.`;
}

function write(
  subject: string,
  lead: string,
  paragraphs: string[][],
  action: string,
  { customerName, orderNumber, pageKey }: ParcelNews,
  sender: Sender,
  shopUrl: string,
): Email {
  const firstName = shownFirstName(customerName);
  const page = new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const shown = paragraphs.filter(({ length }) => length > 0);
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${subject}</h1>
<p style="margin:0 0 16px">Dear <bdi>${firstName}</bdi>, ${lead}</p>
${shown.map(
  (lines) =>
    html`<p style="margin:0 0 16px">${lines.map((line, place) => html`${place > 0 ? html`<br>` : ''}${line}`)}</p>
`,
)}<p style="margin:0"><a href="${page}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">${action}</a></p>`;
  const text = withFooter([`Dear ${firstName}, ${lead}`, '', ...shown.flatMap((lines) => [...lines, '']), page], sender);
  return { subject, html: withLayout(subject, content, sender), text };
}

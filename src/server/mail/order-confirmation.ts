import { confirmByWhatsapp } from '#domain/confirmations/by-whatsapp.ts';
import { formatPrice } from '#domain/money.ts';
import type { Order, PaymentMethod, PlacedOrder } from '#domain/orders/contract.ts';
import { COLLECTED, isCollected } from '#domain/orders/labels.ts';
import { orderPagePath, WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { orderSums, sumText } from '#domain/orders/sums.ts';
import { whatComesNext } from '#domain/orders/what-comes-next.ts';
import { countryName } from '#domain/places/countries.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceName } from '#domain/variants/choice-text.ts';
import { type Html, html } from '#server/html.ts';
import { expectedDelivery } from '#server/orders/expected-delivery.ts';
import { maskAddress, maskName, maskPhone } from '#server/orders/mask-recipient.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';
import { mailedPhoto } from './mailed-photo.ts';
import { shownFirstName, shownLine, shownName } from './typed-by-strangers.ts';

/** Where no sales tax is said: prices include everything. */
const TAX = 0;

const HOW_TO_PAY: Record<PaymentMethod, string> = { cash_on_delivery: 'You pay in cash on delivery.' };

/** For an order that takes no pieces before its shopper has confirmed it. */
const FIRST_A_CALL = 'We are very busy right now, so we call you first: your pieces are set aside as soon as we have spoken.';

/** What the link of the order's page says. */
const PAGE = 'See, confirm or correct your order';

type OrderItem = Order['items'][number];

/** Thanks for an order: what comes next and when, items with their photos, costs, address, the shopper's own ways to confirm it, and the link to its page. `shopUrl` is where shoppers reach the shop. */
export function orderConfirmation(order: PlacedOrder, sender: Sender, shopUrl: string): Email {
  const subject = `Your ${sender.identity.name} order ${order.orderNumber}`;
  const greeting = `Thank you for your order, ${firstNameOf(order)}!`;
  const first = order.awaitsProof ? FIRST_A_CALL : 'We will contact you shortly to confirm your order.';
  const promise = `${first} ${howToPay(order)}`;
  const next = nextOf(order);
  const sums = sumsOf(order);
  const page = pageOf(order, shopUrl);
  const { whatsapp } = sender.contact;
  const chat = whatsapp && confirmByWhatsapp(whatsapp, order);
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">Thank you for your order, <bdi>${firstNameOf(order)}</bdi>!</h1>
<p style="margin:0 0 8px">${promise}</p>
<p style="margin:0 0 24px">${next}</p>
${chat && html`<p style="margin:0 0 24px"><a href="${chat}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">Confirm on WhatsApp</a></p>\n`}<p style="margin:0 0 8px"><strong>Order ${order.orderNumber}</strong></p>
<table role="presentation" width="100%" style="border-collapse:collapse">
${order.items.map((item) => itemRow(item, shopUrl))}
${sums.map(([label, amount]) => html`<tr><td colspan="2" style="padding:4px 0">${label}</td><td align="right" style="padding:4px 0;white-space:nowrap">${amount}</td></tr>\n`)}
</table>
<p style="margin:24px 0 8px"><strong>Delivery</strong></p>
<p style="margin:0">${addressOf(order).map((line) => html`<bdi>${line}</bdi><br>\n`)}</p>
<p style="margin:24px 0 0"><a href="${page}" style="color:#7a1f33">${PAGE}</a></p>
<p style="margin:8px 0 0;font-size:13px;color:#75685f">${WHERE_THE_PAGE_IS}</p>`;
  const text = withFooter(
    [
      greeting,
      promise,
      next,
      ...(chat ? [`Confirm on WhatsApp: ${chat}`] : []),
      '',
      `Order ${order.orderNumber}`,
      ...order.items.map((item) => `${item.quantity} x ${nameOf(item)}, ${formatPrice(item.price)} each: ${lineTotal(item)}`),
      ...sums.map(([label, amount]) => `${label}: ${amount}`),
      '',
      'Delivery',
      ...addressOf(order),
      '',
      `${PAGE}: ${page}`,
      WHERE_THE_PAGE_IS,
    ],
    sender,
  );
  return { subject, html: withLayout(subject, content, sender), text };
}

/** In cash, or first in advance, which the order's page says where to. */
function howToPay(order: PlacedOrder): string {
  const { advanceMissing = 0, paymentMethod } = order;
  const due = dueOnDelivery(order);
  if (!advanceMissing) return due > 0 ? HOW_TO_PAY[paymentMethod] : 'Nothing is left to pay.';
  const rest = due > advanceMissing ? ` The rest, ${formatPrice(due - advanceMissing)}, you pay in cash on delivery.` : '';
  return `Please pay ${formatPrice(advanceMissing)} in advance: the page of your order, linked below, shows where, and takes the receipt.${rest}`;
}

/** The order's page, whose key no server ever sees in the address. */
function pageOf({ orderNumber, pageKey }: PlacedOrder, shopUrl: string): string {
  return new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
}

/** When it should come, as of the day it was ordered. */
function nextOf(order: PlacedOrder): string {
  const advance = order.advanceMissing ? { advanceWaitsFor: 'payment' as const } : {};
  const placed = { ...order, ...advance, isCollected: isCollected(order), shipments: [] };
  return whatComesNext({ ...placed, expected: expectedDelivery(placed, order.cityKnown, Date.parse(order.createdAt)) });
}

function itemRow(item: OrderItem, shopUrl: string): Html {
  return html`<tr style="border-bottom:1px solid #eadfce">
<td width="56" style="padding:8px 12px 8px 0">${mailedPhoto(item.productImage, item.productName, shopUrl)}</td>
<td style="padding:8px 0">${nameOf(item)}<br><small>${item.quantity} × ${formatPrice(item.price)}</small></td>
<td align="right" style="padding:8px 0 8px 8px;white-space:nowrap">${lineTotal(item)}</td>
</tr>
`;
}

function sumsOf(order: Order): [string, string][] {
  return orderSums({ ...order, isCollected: isCollected(order) }).flatMap((sum): [string, string][] => {
    const row: [string, string] = [sum.name, sumText(sum)];
    return sum.kind === 'total' && !order.taxPercent ? [['Tax', formatPrice(TAX)], row] : [row];
  });
}

/** As the order's page masks it: whoever placed the order typed the address that the mail goes to, and what it says. */
function addressOf(order: Order): string[] {
  const place = isCollected(order)
    ? [COLLECTED]
    : [
        shownLine(maskAddress(order.customerAddress)),
        [order.cityKnown ?? shownName(order.city), shownLine(order.zipCode, 10)].filter(Boolean).join(' '),
        countryName(order.country),
      ];
  const phones = [order.customerPhone, order.secondPhone ?? ''].filter(Boolean).map(maskPhone).join(' · ');
  const recipient = [maskName(order.recipientName ?? ''), order.recipientPhone && maskPhone(order.recipientPhone)];
  const to = recipient.filter(Boolean).join(', ');
  return [shownName(order.customerName), to && `For ${to}`, ...place, phones, order.customerEmail].filter(Boolean);
}

/** What was chosen, and what the shop calls it. */
function nameOf(item: OrderItem): string {
  const choice = choiceName(choiceOf(item));
  return choice ? `${item.productName} (${[choice, item.sku].filter(Boolean).join(', ')})` : item.productName;
}

function lineTotal({ price, quantity }: OrderItem): string {
  return formatPrice(price * quantity);
}

function firstNameOf({ customerName }: Order): string {
  return shownFirstName(customerName);
}

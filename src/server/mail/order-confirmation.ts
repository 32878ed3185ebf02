import { type Html, html } from '#server/html.ts';
import { countryName } from '#shared/countries.ts';
import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { type Email, type Sender, withFooter, withLayout } from './email.ts';

/** Prices include everything. */
const TAX = 0;

type OrderItem = Order['items'][number];

/** Confirms an order: items, costs, address and the tracking link. `shopUrl` is where shoppers reach the shop. */
export function orderConfirmation(order: Order, sender: Sender, shopUrl: string): Email {
  const subject = `Your ${sender.identity.name} order ${order.orderNumber}`;
  const greeting = `Thank you for your order, ${firstNameOf(order)}!`;
  const promise = 'We will contact you shortly to confirm your order. You pay in cash on delivery.';
  const sums = sumsOf(order);
  const trackingUrl = trackingUrlOf(order, shopUrl);
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">Thank you for your order, <bdi>${firstNameOf(order)}</bdi>!</h1>
<p style="margin:0 0 24px">${promise}</p>
<p style="margin:0 0 8px"><strong>Order ${order.orderNumber}</strong></p>
<table role="presentation" width="100%" style="border-collapse:collapse">
${order.items.map(itemRow)}
${sums.map(([label, amount]) => html`<tr><td style="padding:4px 0">${label}</td><td align="right" style="padding:4px 0;white-space:nowrap">${amount}</td></tr>\n`)}
</table>
<p style="margin:24px 0 8px"><strong>Delivery</strong></p>
<p style="margin:0">${addressOf(order).map((line) => html`<bdi>${line}</bdi><br>\n`)}</p>
<p style="margin:24px 0 0"><a href="${trackingUrl}" style="color:#7a1f33">Track your order</a></p>`;
  const text = withFooter(
    [
      greeting,
      promise,
      '',
      `Order ${order.orderNumber}`,
      ...order.items.map((item) => `${item.quantity} x ${nameOf(item)}, ${formatPrice(item.price)} each: ${lineTotal(item)}`),
      ...sums.map(([label, amount]) => `${label}: ${amount}`),
      '',
      'Delivery',
      ...addressOf(order),
      '',
      `Track your order: ${trackingUrl}`,
    ],
    sender,
  );
  return { subject, html: withLayout(subject, content, sender), text };
}

/** The link has the order number only: links end up in histories and logs, and are passed on. */
function trackingUrlOf({ orderNumber }: Order, shopUrl: string): string {
  return new URL(`/track?${new URLSearchParams({ orderNumber })}`, shopUrl).href;
}

function itemRow(item: OrderItem): Html {
  return html`<tr style="border-bottom:1px solid #eadfce">
<td style="padding:8px 0">${nameOf(item)}<br><small>${item.quantity} × ${formatPrice(item.price)}</small></td>
<td align="right" style="padding:8px 0 8px 8px;white-space:nowrap">${lineTotal(item)}</td>
</tr>
`;
}

function sumsOf({ subtotal, shipping, totalAmount }: Order): [string, string][] {
  return [
    ['Subtotal', formatPrice(subtotal)],
    ['Shipping', shipping === 0 ? 'Free' : formatPrice(shipping)],
    ['Tax', formatPrice(TAX)],
    ['Total', formatPrice(totalAmount)],
  ];
}

function addressOf(order: Order): string[] {
  const place = [order.city, order.zipCode].filter(Boolean).join(' ');
  const phones = [order.customerPhone, order.secondPhone].filter(Boolean).join(' · ');
  return [order.customerName, order.customerAddress, place, countryName(order.country), phones, order.customerEmail].filter(
    Boolean,
  );
}

function nameOf({ productName, selectedColor, selectedSize }: OrderItem): string {
  const choice = [selectedColor, selectedSize && `size ${selectedSize}`].filter(Boolean).join(', ');
  return choice ? `${productName} (${choice})` : productName;
}

function lineTotal({ price, quantity }: OrderItem): string {
  return formatPrice(price * quantity);
}

function firstNameOf({ customerName }: Order): string {
  return customerName.split(' ')[0] ?? customerName;
}

import { formatPrice, roundMoney } from '#domain/money.ts';
import type { TrackedOrder } from '#domain/orders/contract.ts';
import { COLLECTED, describeItem, formatDay, progressLabel, shipmentStatusLabel } from '#domain/orders/labels.ts';
import { whatComesNext } from '#domain/orders/what-comes-next.ts';
import type { DeliveryRule } from '#domain/settings/contract.ts';
import { type Html, html } from '#server/html.ts';

interface Page {
  title: string;
  content: Html;
}

export const SUBSCRIBED: Page = {
  title: 'Thank you! You are on the list.',
  content: html`<p>We write now and then, about new pieces and offers.</p>`,
};

export const MESSAGE_SENT: Page = {
  title: 'Message sent!',
  content: html`<p>We'll get back to you soon.</p>`,
};

/** Asks before everything is forgotten that a person wanted to be told. */
export function stopNoticesQuestion(token: string): Page {
  return {
    title: 'Forget my address?',
    content: html`<p>We then tell you nothing more about pieces that are back, and delete your address.</p>
<form method="post" action="/forms/stop-notices"><input type="hidden" name="token" value="${token}"><button>Forget my address</button></form>`,
  };
}

export const NOTICES_STOPPED: Page = {
  title: 'Your address is deleted.',
  content: html`<p>We tell you nothing more about pieces that are back.</p>`,
};

export const SIGN_IN_NEEDS_SCRIPT: Page = {
  title: 'Signing in needs JavaScript',
  content: html`<p>Your browser has it switched off, so nobody was signed in and nothing you typed was kept.</p>
<p>No account is needed to order: write or call us, and we take your order.</p>`,
};

export const REVIEW_NEEDS_SCRIPT: Page = {
  title: 'Reviews need JavaScript',
  content: html`<p>Your browser has it switched off, so your review was not kept. Write it to us, and we pass it on.</p>`,
};

/** How to order without script. */
export function howToOrder({ freeFrom, fee }: DeliveryRule): Page {
  return {
    title: 'Order by phone or WhatsApp',
    content: html`<p>Our checkout needs JavaScript, and your browser has it switched off. Nothing was ordered yet. Order like this instead:</p>
<ol>
<li>Write to us on WhatsApp, or call.</li>
<li>Tell us the names of the pieces, with colour, size and how many.</li>
<li>Tell us your name, your phone number and your address with the city.</li>
<li>We confirm the total. You pay in cash when the parcel arrives.</li>
</ol>
<p>Delivery is free from ${formatPrice(freeFrom)}, and ${formatPrice(fee)} below that.</p>`,
  };
}

/** The status, items and parcels of an order. */
export function trackedOrderPage(order: TrackedOrder): Page {
  return {
    title: `Order ${order.orderNumber}`,
    content: html`<dl>
<dt>Status</dt><dd>${progressLabel(order)}</dd>
<dt>Placed on</dt><dd>${formatDay(order.createdAt)}</dd>
${fact('Next', whatComesNext(order).replace(/^Next: /, ''))}
<dt>Total${order.isCollected ? '' : ' with delivery'}</dt><dd>${formatPrice(order.totalAmount)}</dd>
${order.isCollected ? fact('Address', COLLECTED) : []}
</dl>
<h2>Items</h2>
<ul>${order.items.map(
      (item) =>
        html`<li>${item.productName} (${describeItem(item)}): ${formatPrice(roundMoney(item.price * item.quantity))}</li>`,
    )}</ul>
${order.shipments.map(
  (shipment) => html`<h2>${shipment.shipmentNumber}</h2>
<dl>
<dt>Parcel</dt><dd>${shipmentStatusLabel(shipment.status)}</dd>
${fact('Carrier', shipment.carrier)}
${fact('Tracking number', shipment.trackingNumber)}
${fact('Shipped', formatDay(shipment.shippedDate))}
${fact('Expected', formatDay(shipment.estimatedDeliveryDate))}
</dl>`,
)}`,
  };
}

function fact(name: string, text: string): Html | Html[] {
  return text ? html`<dt>${name}</dt><dd>${text}</dd>` : [];
}

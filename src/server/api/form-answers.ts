import { formatPrice, roundMoney } from '#domain/money.ts';
import { COLLECTED, describeItem, formatDay, progressLabel, shipmentStatusLabel } from '#domain/orders/labels.ts';
import { stepText, stepTime } from '#domain/orders/parcel-steps.ts';
import { paidSums, sumText, takenOff } from '#domain/orders/sums.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { whatComesNext } from '#domain/orders/what-comes-next.ts';
import { type Html, html } from '#server/html.ts';

interface Page {
  title: string;
  content: Html;
}

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

/** Asks before somebody is never asked for reviews again. The button sends nothing but its address, as mail programs do. */
export function stopReviewMailsQuestion(token: string): Page {
  const action = `/forms/stop-review-mails?${new URLSearchParams({ token })}`;
  return {
    title: 'Stop review e-mails?',
    content: html`<p>We then never ask you for a review again. Mails about your orders come as before.</p>
<form method="post" action="${action}"><button>Never ask me again</button></form>`,
  };
}

export const REVIEW_MAILS_STOPPED: Page = {
  title: 'We never ask you for a review again.',
  content: html`<p>Mails about your orders come as before.</p>`,
};

/** The answer to every form that needs script: nothing of it is read. */
export const NEEDS_SCRIPT: Page = {
  title: 'Write to us or call instead',
  content: html`<p>This form needs JavaScript, and your browser has it switched off. Nothing you typed was sent or kept, and nothing was ordered.</p>
<p>We are glad to do it for you. To order, write to us on WhatsApp or call, and tell us:</p>
<ol>
<li>the names of the pieces, with colour, size and how many,</li>
<li>your name, your phone number and your address with the city,</li>
<li>your discount code, if you have one.</li>
</ol>
<p>We confirm the total with delivery, and what the code takes off. You pay in cash when the parcel arrives.</p>`,
};

/** The status, items and parcels of an order. */
export function trackedOrderPage(order: TrackedOrder): Page {
  return {
    title: `Order ${order.orderNumber}`,
    content: html`<dl>
<dt>Status</dt><dd>${progressLabel(order)}</dd>
<dt>Placed on</dt><dd>${formatDay(order.createdAt)}</dd>
${fact('Next', whatComesNext(order).replace(/^Next: /, ''))}
${discountOf(order)}${order.giftWrap ? fact('Gift wrap', formatPrice(order.giftWrap)) : []}<dt>Total${order.isCollected ? '' : ' with delivery'}</dt><dd>${formatPrice(order.totalAmount)}</dd>${paidSums(order).map((sum) => html`\n${fact(sum.name, sumText(sum))}`)}
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
</dl>
${stepsOf(order, shipment.shipmentNumber)}`,
)}`,
  };
}

function stepsOf({ parcels = [] }: TrackedOrder, shipmentNumber: string): Html | Html[] {
  const parcel = parcels.find((one) => one.shipmentNumber === shipmentNumber);
  return parcel ? html`<ol>${parcel.steps.map((step) => html`<li>${stepTime(step)}: ${stepText(step)}</li>`)}</ol>` : [];
}

/** A line of its own, of an order that costs less. */
function discountOf(order: TrackedOrder): Html | Html[] {
  const name = order.discountCode ? `Discount (${order.discountCode})` : 'Discount';
  return takenOff(order) > 0 ? html`${fact(name, `−${formatPrice(takenOff(order))}`)}\n` : [];
}

function fact(name: string, text: string): Html | Html[] {
  return text ? html`<dt>${name}</dt><dd>${text}</dd>` : [];
}

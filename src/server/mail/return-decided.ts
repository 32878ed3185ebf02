import * as z from 'zod';
import { formatPrice } from '#domain/money.ts';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { RETURN_KINDS, RETURN_OUTCOMES, type ReturnKind } from '#domain/returns/choices.ts';
import { html } from '#server/html.ts';
import { type Email, type Sender, withFooter, withLayout, withLineBreaks } from './email.ts';
import { shownFirstName } from './typed-by-strangers.ts';

export const returnDecidedEmail = z.object({
  orderNumber: z.string(),
  customerName: z.string(),
  pageKey: z.string(),
  returnNumber: z.string(),
  kind: z.enum(RETURN_KINDS),
  state: z.string(),
  outcome: z.enum(RETURN_OUTCOMES).nullable(),
  answer: z.string(),
  shopPays: z.boolean(),
  comesBack: z.boolean(),
  exchangeNumber: z.string().nullable(),
  exchangeDue: z.coerce.number().nullable(),
  /** The courier that comes for the pieces, or does not any more. Earlier mails have none. */
  pickup: z.object({ courier: z.string(), trackingNumber: z.string(), isCancelled: z.boolean() }).nullish(),
});

type ReturnDecided = z.infer<typeof returnDecidedEmail>;

const NOUNS: Record<ReturnKind, string> = { return: 'return', exchange: 'exchange', claim: 'claim' };

/** Tells a customer what was decided about what they asked for, or who collects it. `shopUrl` is where shoppers reach the shop. */
export function returnDecided(decided: ReturnDecided, sender: Sender, shopUrl: string): Email {
  const { orderNumber, customerName, pageKey, returnNumber, answer } = decided;
  const firstName = shownFirstName(customerName);
  const isDeclined = decided.state === 'declined';
  const { subject, outcome, lead } = newsOf(decided);
  const facts = isDeclined ? [] : whatFollows(decided);
  const page = new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${returnNumber}: ${outcome}</h1>
<p style="margin:0 0 8px">Dear <bdi>${firstName}</bdi>,</p>
<p style="margin:0 0 8px">${lead}</p>
${facts.map((fact) => html`<p style="margin:0 0 8px">${fact}</p>`)}
${answer && html`<p style="margin:16px 0;padding-left:12px;border-left:3px solid #eadfce">${withLineBreaks(answer)}</p>`}
<p style="margin:16px 0 0"><a href="${page}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">See your order</a></p>`;
  const text = withFooter([`Dear ${firstName},`, lead, ...facts, ...(answer ? ['', answer] : []), '', page], sender);
  return { subject, html: withLayout(subject, content, sender), text };
}

/** What the mail tells first. */
function newsOf({ orderNumber, returnNumber, kind, state, pickup }: ReturnDecided) {
  const noun = NOUNS[kind];
  if (state === 'declined')
    return {
      subject: `Your ${noun} ${returnNumber} was declined`,
      outcome: 'declined',
      lead: `We cannot accept your ${noun} of order ${orderNumber}.`,
    };
  if (!pickup)
    return {
      subject: `Your ${noun} ${returnNumber} was approved`,
      outcome: 'approved',
      lead: `We accept your ${noun} of order ${orderNumber}.`,
    };
  const { courier, trackingNumber, isCancelled } = pickup;
  return isCancelled
    ? {
        subject: `${courier} does not collect your ${noun} ${returnNumber} any more`,
        outcome: 'not collected',
        lead: `The pickup of your ${noun} of order ${orderNumber}, number ${trackingNumber}, was cancelled.`,
      }
    : {
        subject: `${courier} collects your ${noun} ${returnNumber}`,
        outcome: `collected by ${courier}`,
        lead: `${courier} collects the pieces where order ${orderNumber} was delivered, under the number ${trackingNumber}.`,
      };
}

/** How the pieces come back, and at whose cost. */
function wayBack({ returnNumber, shopPays, comesBack, pickup }: ReturnDecided): string {
  if (!comesBack) return 'You need not send anything back.';
  if (pickup && !pickup.isCancelled)
    return `Please pack the pieces, write ${returnNumber} on the parcel and hand it to the rider. You pay the rider nothing.`;
  const way = shopPays ? 'We pay for sending it back.' : 'You pay for sending it back.';
  return `Please send the pieces back to us and write ${returnNumber} on the parcel. ${way}`;
}

function whatFollows(decided: ReturnDecided): string[] {
  const { outcome, comesBack, exchangeNumber, exchangeDue } = decided;
  const back = wayBack(decided);
  if (outcome === 'exchange' && exchangeNumber)
    return [
      `What you want instead is set aside as order ${exchangeNumber}. ${
        exchangeDue ? `You pay ${formatPrice(exchangeDue)} at the door.` : 'Nothing is due at the door.'
      }`,
      back,
    ];
  const money = outcome === 'store_credit' ? 'store credit' : 'money back';
  return [back, comesBack ? `Once they have arrived, you get ${money}.` : `You get ${money} from us.`];
}

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
});

type ReturnDecided = z.infer<typeof returnDecidedEmail>;

const NOUNS: Record<ReturnKind, string> = { return: 'return', exchange: 'exchange', claim: 'claim' };

/** Tells a customer what was decided about what they asked for. `shopUrl` is where shoppers reach the shop. */
export function returnDecided(decided: ReturnDecided, sender: Sender, shopUrl: string): Email {
  const { orderNumber, customerName, pageKey, returnNumber, kind, state, answer } = decided;
  const firstName = shownFirstName(customerName);
  const isDeclined = state === 'declined';
  const subject = `Your ${NOUNS[kind]} ${returnNumber} was ${isDeclined ? 'declined' : 'approved'}`;
  const lead = isDeclined
    ? `We cannot accept your ${NOUNS[kind]} of order ${orderNumber}.`
    : `We accept your ${NOUNS[kind]} of order ${orderNumber}.`;
  const facts = isDeclined ? [] : whatFollows(decided);
  const page = new URL(orderPagePath(orderNumber, pageKey), shopUrl).href;
  const content = html`<h1 style="margin:0 0 8px;font-size:20px">${returnNumber}: ${isDeclined ? 'declined' : 'approved'}</h1>
<p style="margin:0 0 8px">Dear <bdi>${firstName}</bdi>,</p>
<p style="margin:0 0 8px">${lead}</p>
${facts.map((fact) => html`<p style="margin:0 0 8px">${fact}</p>`)}
${answer && html`<p style="margin:16px 0;padding-left:12px;border-left:3px solid #eadfce">${withLineBreaks(answer)}</p>`}
<p style="margin:16px 0 0"><a href="${page}" style="display:inline-block;padding:12px 20px;background:#7a1f33;color:#ffffff;text-decoration:none">See your order</a></p>`;
  const text = withFooter([`Dear ${firstName},`, lead, ...facts, ...(answer ? ['', answer] : []), '', page], sender);
  return { subject, html: withLayout(subject, content, sender), text };
}

function whatFollows({ returnNumber, outcome, shopPays, comesBack, exchangeNumber, exchangeDue }: ReturnDecided): string[] {
  const way = shopPays ? 'We pay for sending it back.' : 'You pay for sending it back.';
  const back = comesBack
    ? `Please send the pieces back to us and write ${returnNumber} on the parcel. ${way}`
    : 'You need not send anything back.';
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

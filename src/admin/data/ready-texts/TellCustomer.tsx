import MessageCircle from 'virtual:icons/message-circle';
import { useQuery } from '@tanstack/react-query';
import { Phones, useRevealed, withContact } from '#admin/data/orders/contact.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { SHOP } from '#built/settings.ts';
import { isMasked } from '#domain/masked.ts';
import { fillReadyText, type ReadyTextKey, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { orderQuery, pageLinkQuery, readyTextsQuery, useTextLanguage } from './queries.ts';

interface Props {
  orderId: string;
  text: ReadyTextKey;
  /** What the text is about, beside the order. */
  parcel?: { carrier: string; trackingNumber: string; toCollect: number };
  request?: { returnNumber: string; answer: string };
  className?: string;
}

/** What others are told by mail, as a ready text for a customer without an e-mail address; nothing for everybody else. */
export function TellCustomer({ orderId, text: key, parcel, request, className = '' }: Props) {
  const revealed = useRevealed(orderId);
  const [language, setLanguage] = useTextLanguage();
  const { data: texts } = useQuery(readyTextsQuery);
  const { data: listed } = useQuery(orderQuery(orderId));
  const { data: page } = useQuery({ ...pageLinkQuery(orderId), enabled: useMay('confirm_orders') });
  const text = texts?.find((other) => other.key === key && other.language === language)?.text;
  if (!text || !listed || listed.customerEmail !== '') return null;
  const order = withContact(listed, revealed);
  const message = fillReadyText(text, readyTextValues(order, { shop: SHOP.name, link: page?.link ?? '', parcel, request }));
  return (
    <section aria-label="Tell the customer" className={`panel px-4 py-4 sm:px-5 ${className}`}>
      <p>There is no e-mail address, so no mail says it: tell the customer by WhatsApp.</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {isMasked(order.customerPhone) ? (
          <Phones orderId={orderId} phones={[order.customerPhone]} />
        ) : (
          <a
            href={whatsappLink(order.customerPhone, message)}
            target="_blank"
            rel="noreferrer"
            className="btn btn-outline gap-2 px-4"
          >
            <MessageCircle className="size-5 shrink-0" />
            Tell by WhatsApp
          </a>
        )}
        <LanguageSwitch language={language} onChange={setLanguage} />
      </div>
      <p
        lang={language}
        dir="auto"
        className="mt-3 rounded-lg [unicode-bidi:plaintext] bg-cream px-3 py-2 text-sm break-words whitespace-pre-wrap"
      >
        {message}
      </p>
    </section>
  );
}

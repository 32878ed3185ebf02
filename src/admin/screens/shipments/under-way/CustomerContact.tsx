import MessageCircle from 'virtual:icons/message-circle';
import Phone from 'virtual:icons/phone';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Phones, useRevealed, withContact } from '#admin/data/orders/contact.tsx';
import { localPhone } from '#admin/data/orders/labels.ts';
import { LanguageSwitch } from '#admin/data/ready-texts/LanguageSwitch.tsx';
import { orderQuery, pageLinkQuery, readyTextsQuery, useTextLanguage } from '#admin/data/ready-texts/queries.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useMay } from '#admin/platform/rights.ts';
import { SHOP } from '#built/settings.ts';
import { isMasked } from '#domain/masked.ts';
import { fillReadyText, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import type { ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { postAsked } from './under-way-api.ts';

/** How to reach the customer of a parcel: a call, or a WhatsApp message that asks what to do. Writing to them is noted as asking. */
export function CustomerContact({ parcel }: { parcel: ParcelUnderWay }) {
  const { orderId, orderNumber, recipientPhone, question } = parcel;
  const revealed = useRevealed(orderId);
  const phone = revealed?.customerPhone ?? recipientPhone;
  const [language, setLanguage] = useTextLanguage();
  const message = useMessage(parcel, language);
  const report = useErrorBanner();
  const { mutate } = useMutation({
    mutationFn: () => postAsked(parcel.id),
    onSuccess: () => toast(`${orderNumber}: noted as asked`),
    onSettled: (_, failure) => report(failure, 'Failed to note that the customer was asked'),
  });
  if (isMasked(phone)) return <Phones orderId={orderId} phones={[phone]} />;
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        <a href={`tel:${phone}`} className="btn btn-outline gap-2 px-2">
          <Phone className="size-5 shrink-0" />
          <span className="whitespace-nowrap tabular-nums">{localPhone(phone)}</span>
        </a>
        <a
          href={whatsappLink(phone, message)}
          target="_blank"
          rel="noreferrer"
          onClick={() => question && !question.askedAt && !question.answer && mutate()}
          className="btn btn-outline gap-2 px-2"
        >
          <MessageCircle className="size-5 shrink-0" />
          WhatsApp
        </a>
      </div>
      <details className="mt-2 text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft underline underline-offset-4">
          What WhatsApp sends
        </summary>
        <LanguageSwitch language={language} onChange={setLanguage} />
        <p
          lang={language}
          dir="auto"
          className="mt-2 rounded-lg [unicode-bidi:plaintext] bg-cream px-3 py-2 break-words whitespace-pre-wrap"
        >
          {message}
        </p>
      </details>
    </>
  );
}

/** The ready text about an attempt, with the link to the order for whoever may give it out. */
function useMessage({ orderId }: ParcelUnderWay, language: string): string {
  const { data: texts = [] } = useQuery(readyTextsQuery);
  const { data: listed } = useQuery(orderQuery(orderId));
  const { data: page } = useQuery({ ...pageLinkQuery(orderId), enabled: useMay('confirm_orders') });
  const revealed = useRevealed(orderId);
  const text = texts.find((other) => other.key === 'attempt' && other.language === language)?.text ?? '';
  if (!listed) return '';
  return fillReadyText(text, readyTextValues(withContact(listed, revealed), { shop: SHOP.name, link: page?.link ?? '' }));
}

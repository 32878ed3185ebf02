import Copy from 'virtual:icons/copy';
import MessageCircle from 'virtual:icons/message-circle';
import { useQuery } from '@tanstack/react-query';
import { readyTextsQuery, useTextLanguage } from '#admin/data/ready-texts/queries.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useMay } from '#admin/platform/rights.ts';
import { SHOP } from '#built/settings.ts';
import { isMasked } from '#domain/masked.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { fillReadyText, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { pageLinkQuery } from './advance-api.ts';

interface Props {
  order: StaffOrder;
  missing: number;
  until: string;
}

/** The ready text that asks for the advance, in the language that the signed-in person writes: sent by WhatsApp, or copied. */
export function AdvanceText({ order, missing, until }: Props) {
  const report = useErrorBanner();
  const [language] = useTextLanguage();
  const { data: texts } = useQuery(readyTextsQuery);
  const { data: page } = useQuery({ ...pageLinkQuery(order.id), enabled: useMay('confirm_orders') });
  const text = texts?.find((other) => other.key === 'advance' && other.language === language)?.text;
  // Without the link nobody could pay.
  if (!text || !page) return null;
  const message = fillReadyText(text, readyTextValues(order, { shop: SHOP.name, link: page.link, advance: { missing, until } }));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message);
      toast('The text is copied: send it only to the customer');
    } catch (error) {
      report(error, 'The text could not be copied');
    }
  };
  return (
    <>
      {!isMasked(order.customerPhone) && (
        <a href={whatsappLink(order.customerPhone, message)} target="_blank" rel="noreferrer" className="btn btn-quiet btn-small">
          <MessageCircle className="size-4" />
          Ask by WhatsApp
        </a>
      )}
      <button type="button" onClick={() => void copy()} className="btn btn-quiet btn-small">
        <Copy className="size-4" />
        Copy the text
      </button>
    </>
  );
}

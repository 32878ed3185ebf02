import MessageCircle from 'virtual:icons/message-circle';
import { useQuery } from '@tanstack/react-query';
import { LanguageSwitch } from '#admin/data/ready-texts/LanguageSwitch.tsx';
import { readyTextsQuery, useTextLanguage } from '#admin/data/ready-texts/queries.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Link } from '#admin/platform/Link.tsx';
import { SHOP } from '#built/settings.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { fillReadyText, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { pageLinkQuery } from './new-order-api.ts';

/** The order that was placed: its secret page is sent to the customer by WhatsApp. */
export function PlacedOrder({ order, onNext }: { order: StaffOrder; onNext: () => void }) {
  const [language, setLanguage] = useTextLanguage();
  const { data: texts = [] } = useQuery(readyTextsQuery);
  const { data: page } = useQuery(pageLinkQuery(order.id));
  const text = texts.find((ready) => ready.key === 'order_page' && ready.language === language)?.text;
  const filled = text && page && fillReadyText(text, readyTextValues(order, { shop: SHOP.name, link: page.link }));

  return (
    <section aria-label="Placed order" className="panel px-4 py-5">
      <p role="status" className="text-lg">
        Order{' '}
        <Link href={`/admin/orders/${order.orderNumber}`} className="font-medium underline underline-offset-4">
          {order.orderNumber}
        </Link>{' '}
        of {order.customerName} is placed: {formatPrice(order.totalAmount)}
      </p>
      <div className="mt-4">
        <LanguageSwitch language={language} onChange={setLanguage} />
      </div>
      {filled && (
        <p lang={language} dir="auto" className="mt-3 rounded-lg bg-cream px-4 py-3 text-sm break-words whitespace-pre-line">
          {filled}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {filled && (
          <a
            href={whatsappLink(order.customerPhone, filled)}
            target="_blank"
            rel="noopener noreferrer"
            className="btn btn-primary px-4"
          >
            <MessageCircle className="size-4" />
            Send by WhatsApp
          </a>
        )}
        <button type="button" onClick={onNext} className="btn btn-outline px-4">
          Next order
        </button>
      </div>
    </section>
  );
}

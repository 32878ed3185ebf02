import MessageCircle from 'virtual:icons/message-circle';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '#admin/kit/Select.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { SHOP } from '#built/settings.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { fillReadyText, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { latestParcel } from '#domain/shipments/status.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { firstText, ORDER_TEXT_OPTIONS } from './order-texts.ts';
import { orderQuery, pageLinkQuery, readyTextsQuery, useTextLanguage } from './queries.ts';
import { WhatIsSent } from './WhatIsSent.tsx';

/** The ready texts about an order, each one press from WhatsApp, for whoever sees the phone. */
export function OrderTexts({ orderId }: { orderId: string }) {
  const { data: order } = useQuery(orderQuery(orderId));
  return order ? <Texts key={order.id} order={order} /> : null;
}

function Texts({ order }: { order: StaffOrder }) {
  const [key, setKey] = useState(firstText(order));
  const [language, setLanguage] = useTextLanguage();
  const { data: texts = [] } = useQuery(readyTextsQuery);
  const { data: page } = useQuery({ ...pageLinkQuery(order.id), enabled: useMay('confirm_orders') });
  const text = texts.find((other) => other.key === key && other.language === language)?.text ?? '';
  const sent = latestParcel(order.shipments);
  const parcel = sent && { ...sent, toCollect: dueOnDelivery(order) };
  const message = fillReadyText(text, readyTextValues(order, { shop: SHOP.name, link: page?.link ?? '', parcel }));
  return (
    <section aria-label="Ready text" className="panel p-4 sm:px-5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <h3 className="panel-heading grow">Write about</h3>
        <Link href={`/admin/orders/${order.orderNumber}`} className="quiet-link">
          {order.orderNumber}
        </Link>
      </div>
      <div className="mt-1 space-y-2">
        <Select label="Ready text" value={key} options={ORDER_TEXT_OPTIONS} onChange={setKey} />
        <LanguageSwitch language={language} onChange={setLanguage} />
      </div>
      <a
        href={whatsappLink(order.customerPhone, message)}
        target="_blank"
        rel="noreferrer"
        className="btn btn-outline mt-3 gap-2 px-4"
      >
        <MessageCircle className="size-5 shrink-0" />
        Write by WhatsApp
      </a>
      <WhatIsSent language={language} message={message} />
    </section>
  );
}

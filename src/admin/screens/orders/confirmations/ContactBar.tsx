import MessageCircle from 'virtual:icons/message-circle';
import Phone from 'virtual:icons/phone';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Phones, useRevealed, withContact } from '#admin/data/orders/contact.tsx';
import { localPhone } from '#admin/data/orders/labels.ts';
import { LanguageSwitch } from '#admin/data/ready-texts/LanguageSwitch.tsx';
import { firstText, ORDER_TEXT_KEYS, ORDER_TEXT_OPTIONS } from '#admin/data/ready-texts/order-texts.ts';
import { readyTextsQuery, useTextLanguage } from '#admin/data/ready-texts/queries.ts';
import { WhatIsSent } from '#admin/data/ready-texts/WhatIsSent.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { useShortcuts } from '#admin/kit/shortcuts.ts';
import { SHOP } from '#built/settings.ts';
import { confirmationCode } from '#domain/confirmations/by-whatsapp.ts';
import { isMasked } from '#domain/masked.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { fillReadyText, READY_TEXT_LANGUAGES, readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { pageLinkQuery } from './confirmations-api.ts';
import { Key } from './OutcomeBar.tsx';
import type { Confirmations } from './use-confirmations.ts';

/** The shopper's number, one press to call it, one to write to it with a ready text. */
export function ContactBar({ order: listed, confirmations }: { order: StaffOrder; confirmations: Confirmations }) {
  const order = withContact(listed, useRevealed(listed.id));
  const isHidden = isMasked(order.customerPhone);
  const [language, setLanguage] = useTextLanguage();
  const [key, setKey] = useState(firstText(order));
  const { data: texts = [] } = useQuery(readyTextsQuery);
  const { data: page } = useQuery(pageLinkQuery(order.id));
  const call = useRef<HTMLAnchorElement>(null);
  const chat = useRef<HTMLAnchorElement>(null);

  const text = texts.find((other) => other.key === key && other.language === language)?.text ?? '';
  const message = fillReadyText(text, readyTextValues(order, { shop: SHOP.name, link: page?.link ?? '' }));

  useShortcuts([
    { key: 'c', does: 'Call', run: () => call.current?.click() },
    { key: 'w', does: 'Write by WhatsApp', run: () => chat.current?.click() },
    {
      key: 't',
      does: 'Another ready text',
      run: () => setKey(ORDER_TEXT_KEYS[(ORDER_TEXT_KEYS.indexOf(key) + 1) % ORDER_TEXT_KEYS.length] ?? 'confirm'),
    },
    {
      key: 'l',
      does: 'Another language',
      run: () =>
        setLanguage(READY_TEXT_LANGUAGES[(READY_TEXT_LANGUAGES.indexOf(language) + 1) % READY_TEXT_LANGUAGES.length] ?? 'en'),
    },
  ]);

  return (
    <section aria-label="Contact" className="panel p-4">
      {isHidden && <Phones orderId={order.id} phones={[order.customerPhone, order.secondPhone]} />}
      {!isHidden && (
        <div className="grid grid-cols-2 gap-2">
          <a
            ref={call}
            href={`tel:${order.customerPhone}`}
            onClick={() => confirmations.setHow('call')}
            className="btn btn-outline gap-2 px-2"
          >
            <Phone className="size-5 shrink-0" />
            <span className="text-base tracking-normal whitespace-nowrap tabular-nums sm:text-lg">
              {localPhone(order.customerPhone)}
            </span>
            <Key>C</Key>
          </a>
          <a
            ref={chat}
            href={whatsappLink(order.customerPhone, message)}
            target="_blank"
            rel="noreferrer"
            onClick={() => confirmations.setHow('whatsapp')}
            className="btn btn-outline gap-2 px-2"
          >
            <MessageCircle className="size-5 shrink-0" />
            WhatsApp
            <Key>W</Key>
          </a>
        </div>
      )}
      {!isHidden && order.secondPhone && (
        <p className="mt-2 text-sm">
          Second number{' '}
          <a href={`tel:${order.secondPhone}`} className="inline-flex min-h-9 items-center underline underline-offset-4">
            {localPhone(order.secondPhone)}
          </a>
        </p>
      )}
      <div className="mt-3 grid gap-2 sm:grid-cols-[1fr_auto]">
        <Select label="Ready text" value={key} options={ORDER_TEXT_OPTIONS} onChange={setKey} />
        <LanguageSwitch language={language} onChange={setLanguage} />
      </div>
      <WhatIsSent language={language} message={message} />
      <p className="text-sm text-ink-soft">
        A message from this number with <strong className="text-ink tabular-nums">{confirmationCode(order.id)}</strong> confirms
        the order.
      </p>
    </section>
  );
}

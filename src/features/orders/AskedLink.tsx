import { SHOP } from '#built/settings.ts';
import { Success } from '#components/Success.tsx';
import { whatsappLink } from '#domain/whatsapp/link.ts';

/** What is said once a link was asked for: it may have been mailed, which nobody is told. Empty until then. */
export function AskedLink({ isAsked, ifTrue }: { isAsked: boolean; ifTrue: string }) {
  return (
    <Success className="mt-4 text-sm">
      {isAsked &&
        `${ifTrue} the link is on its way to the e-mail address of the order. Nothing after a few minutes, or no e-mail address in the order? Write to us, and we send it to you.`}
    </Success>
  );
}

/** For an order without an address, or a mail that does not come. */
export function AskForLink({ orderNumber }: { orderNumber: string }) {
  return (
    <p className="mt-4 text-sm">
      <a
        href={whatsappLink(SHOP.whatsapp, `Please send me the link of my order ${orderNumber}.`)}
        className="underline decoration-gold underline-offset-4"
      >
        Ask by WhatsApp
      </a>{' '}
      or call {SHOP.phone}.
    </p>
  );
}

import { SHOP } from '#built/settings.ts';
import type { ShownRecipient } from './typed-recipient.ts';

/** What a printed order begins with: whose receipt it is, and for whom. */
export function Letterhead({ recipient: { name, phone, address, city } }: { recipient: ShownRecipient }) {
  return (
    <div className="hidden text-sm print:block">
      <p className="font-serif text-2xl">{SHOP.name}</p>
      <p>{[SHOP.phone, SHOP.email].filter(Boolean).join(' · ')}</p>
      <p className="mt-3 break-words">
        For <bdi>{[name, phone].join(', ')}</bdi>
        <br />
        <bdi>{[address, city].filter(Boolean).join(', ')}</bdi>
      </p>
    </div>
  );
}

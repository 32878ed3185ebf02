import Gift from 'virtual:icons/gift';
import type { Packing } from '#domain/packing/contract.ts';

/** What whoever packs does for a gift, and the words of its card. */
export function PackGift({ gift }: { gift: NonNullable<Packing['gift']> }) {
  const steps = [gift.isWrapped && 'wrap it', gift.note && 'enclose the note', gift.hidesPrices && 'no prices'].filter(Boolean);
  return (
    <section aria-label="Gift" className="mb-4 rounded-lg border border-gold bg-notice px-4 py-3">
      <p className="flex items-center gap-2 text-lg font-medium">
        <Gift className="size-5 shrink-0" />
        {steps.length > 0 ? `Gift: ${steps.join(', ')}` : 'A gift'}
      </p>
      {gift.recipientName && (
        <p className="break-words">
          For <bdi>{gift.recipientName}</bdi>
        </p>
      )}
      {gift.note && (
        <blockquote dir="auto" className="mt-2 break-words whitespace-pre-line border-s-2 border-gold ps-3">
          {gift.note}
        </blockquote>
      )}
    </section>
  );
}

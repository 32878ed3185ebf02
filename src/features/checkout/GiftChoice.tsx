import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { isForOther } from './checkout-form.ts';
import { $form, setField } from './checkout-store.ts';
import { GiftBox, type GiftOffers } from './GiftBox.tsx';

// Few orders are gifts.
const GiftFields = lazy(() => import('./GiftFields.tsx').catch(() => ({ default: () => <></> })));

/** Makes the order a gift, and shows whom it is for. */
export function GiftChoice(offers: GiftOffers) {
  const form = useStore($form);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (isGift: boolean) => {
    setIsOpen(isGift);
    setField('isGift', isGift ? '1' : '');
  };
  return (
    <div className="space-y-5 sm:col-span-2">
      <GiftBox isChecked={form.isGift !== ''} onChange={choose}>
        This is a gift
      </GiftBox>
      {(isOpen || form.isGift || isForOther(form)) && (
        <Suspense>
          <GiftFields {...offers} />
        </Suspense>
      )}
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { formatPrice } from '#domain/money.ts';
import { readPhones } from '#domain/phone.ts';
import { $fieldErrors, $form, setField } from './checkout-store.ts';
import { GiftBox, type GiftOffers } from './GiftBox.tsx';
import { TypedField } from './TypedField.tsx';

/** Whom the parcel is for, and of a gift its card, whether prices stay out of the parcel, and wrap where the shop offers it. */
export default function GiftFields({ offersTransfer, giftWrap }: GiftOffers) {
  const { isGift, giftNote, hidesPrices, giftWrap: chosenWrap } = useStore($form);
  return (
    <div className="space-y-5 rounded-sm border border-line bg-cream p-4 sm:p-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TypedField name="recipientName" label="Who gets it (optional)" autoComplete="off" />
        <TypedField
          name="recipientPhone"
          label="Their phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          onBlur={checkRecipientPhone}
        />
      </div>
      <p className="text-sm text-ink-soft">
        The rider calls them. We still call you to confirm. Empty: the parcel is for you, under your name and phone.
      </p>
      {isGift && (
        <>
          <TypedField
            name="giftNote"
            label="Words for the card (optional)"
            hint={noteHint(giftNote.trim().length)}
            autoComplete="off"
            isLong
          />
          <div>
            <GiftBox isChecked={hidesPrices !== ''} onChange={(hides) => setField('hidesPrices', hides ? '1' : '')}>
              No prices in the parcel
            </GiftBox>
            {giftWrap !== undefined && (
              <GiftBox isChecked={chosenWrap !== ''} onChange={(wraps) => setField('giftWrap', wraps ? String(giftWrap) : '')}>
                {giftWrap === 0 ? 'Gift wrap, free' : `Gift wrap, ${formatPrice(giftWrap)}`}
              </GiftBox>
            )}
          </div>
          <p className="text-sm text-ink-soft">
            With cash on delivery, whoever takes the parcel pays, and its label says the sum.
            {offersTransfer && ' Choose bank transfer in the next step, and nothing is due at the door.'}
          </p>
        </>
      )}
    </div>
  );
}

/** As the server counts (`GIFT_NOTE_LENGTH`, whose file brings more than a number). */
const NOTE = 200;

/** How many characters are left, once many are typed. */
function noteHint(typed: number): string {
  if (typed > NOTE) return `At most ${NOTE} characters: ${typed - NOTE} too many`;
  return typed > NOTE / 2 ? `${NOTE - typed} of ${NOTE} characters left` : `At most ${NOTE} characters`;
}

/** Checks the phone when its field is left. */
function checkRecipientPhone(): void {
  const { recipientPhone } = $form.get();
  const read = readPhones(recipientPhone);
  if (recipientPhone.trim() && 'error' in read) $fieldErrors.set({ ...$fieldErrors.get(), recipientPhone: read.error });
}

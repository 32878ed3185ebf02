import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Success } from '#components/Success.tsx';
import { COLLECTED } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { isUnshipped } from '#domain/orders/status.ts';
import { type Correction, CorrectionForm } from './CorrectionForm.tsx';
import type { OrderAction } from './order-page-link.ts';
import { PageGift } from './PageGift.tsx';
import { $typedRecipient, shownRecipient } from './typed-recipient.ts';

interface Props {
  page: OrderPage;
  /** Its button is the page's filled one: nothing else asks to be pressed first. */
  isFilled: boolean;
  onCorrect: (action: OrderAction, fields: Record<string, string | number>) => Promise<void>;
}

/** Where the parcel goes and whom we call, masked but on the device that ordered, and the forms that change it while the parcel is not packed. */
export function OrderRecipient({ page, isFilled, onCorrect }: Props) {
  const shown = shownRecipient(page, useStore($typedRecipient));
  const isDelivered = !page.isCollected;
  const [opened, setOpened] = useState<Correction>();
  const [corrected, setCorrected] = useState<Correction>();
  const correct = (correction: Correction) => async (fields: Record<string, string | number>) => {
    await onCorrect(correction.action, fields);
    setOpened(undefined);
    setCorrected(correction);
  };
  const offered = isDelivered ? [ADDRESS, PHONE] : [PHONE];
  return (
    <section aria-labelledby="recipient-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 id="recipient-title" className="text-2xl">
        Delivery
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted">
        <dt>Name</dt>
        <dd>
          <bdi>{shown.name}</bdi>
        </dd>
        <dt>Phone</dt>
        <dd className="tabular-nums">{shown.phone}</dd>
        <PageGift page={page} />
        <dt>Address</dt>
        <dd>
          <bdi>{isDelivered ? shown.address : COLLECTED}</bdi>
        </dd>
        {isDelivered && shown.city && (
          <>
            <dt>City</dt>
            <dd>
              <bdi>{page.cityKnown ?? shown.city}</bdi>
            </dd>
          </>
        )}
        {isDelivered && isUnshipped(page) && (
          <>
            <dt>Takes</dt>
            <dd>{page.deliveryDays} from the order to your door</dd>
          </>
        )}
      </dl>
      <Success className="mt-4 text-sm">{corrected && !opened ? corrected.thanks : ''}</Success>
      {page.isUnpacked && !opened && (
        <div className="mt-5 flex flex-wrap gap-3">
          {offered.map((correction) => (
            <button key={correction.action} type="button" onClick={() => setOpened(correction)} className="btn btn-outline">
              {correction.label}
            </button>
          ))}
        </div>
      )}
      {page.isUnpacked && opened && (
        <CorrectionForm {...opened} isFilled={isFilled} onCorrect={correct(opened)} onClose={() => setOpened(undefined)} />
      )}
      {!page.isUnpacked && isUnshipped(page) && (
        <p className="mt-4 text-sm text-ink-soft">It is packed already. To change something, please call or write to us.</p>
      )}
    </section>
  );
}

const ADDRESS: Correction = {
  action: '/address',
  label: 'Correct the address',
  fields: [
    { name: 'customerAddress', label: 'Address', missing: 'Please enter your address' },
    { name: 'city', label: 'City' },
    { name: 'zipCode', label: 'Zip code (optional)', input: { autoComplete: 'postal-code' } },
  ],
  send: 'Send to this address',
  keep: 'Keep the old one',
  thanks: 'Thank you: your parcel goes to the new address.',
};

const PHONE: Correction = {
  action: '/phone',
  label: 'Correct the phone',
  fields: [
    {
      name: 'customerPhone',
      label: 'New phone',
      hint: 'For example 0300 1234567. We call or message it before we deliver.',
      missing: 'Please enter your phone number',
      input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    },
    {
      name: 'lastDigits',
      label: 'Last four digits of the old phone',
      hint: 'As you ordered with it, so that only you can change it.',
      missing: 'Enter the last four digits',
      input: { inputMode: 'numeric', autoComplete: 'off' },
    },
  ],
  send: 'Save this number',
  keep: 'Keep the old one',
  thanks: 'Thank you: we call or message the new number.',
};

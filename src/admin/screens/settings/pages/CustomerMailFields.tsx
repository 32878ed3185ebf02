import { CheckField } from '#admin/kit/fields.tsx';
import type { SettingsFields } from './settings-api.ts';

/** Which mails tell customers what happened. */
export function CustomerMailFields() {
  return (
    <div className="space-y-2">
      <CheckField<SettingsFields>
        name="customerMails.parcelLeft"
        label="A parcel has left"
        hint="Courier, tracking number, expected days, and what to have ready at the door"
      />
      <CheckField<SettingsFields>
        name="customerMails.parcelArrived"
        label="A parcel has arrived"
        hint="And until when it can be returned"
      />
      <CheckField<SettingsFields>
        name="customerMails.returnDecided"
        label="A return was approved or declined"
        hint="And what happens next"
      />
      <p className="pt-2 text-sm text-ink-soft">
        Each links to the order’s page. News of a parcel goes out ten minutes later, between 9 am and 10 pm, once per parcel: a
        status that you take back at once is never sent. Orders without an e-mail address have a ready WhatsApp text instead, on
        their shipment and their return.
      </p>
    </div>
  );
}

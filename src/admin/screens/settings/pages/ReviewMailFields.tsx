import { useWatch } from 'react-hook-form';
import { CheckField, NumberField } from '#admin/kit/fields.tsx';
import type { SettingsFields } from './settings-api.ts';

/** Whether and when customers are asked for reviews. */
export function ReviewMailFields() {
  const isOn = useWatch<SettingsFields, 'reviewMails.isOn'>({ name: 'reviewMails.isOn' });
  return (
    <div className="space-y-4">
      <CheckField<SettingsFields> name="reviewMails.isOn" label="Ask for reviews by mail" />
      <NumberField<SettingsFields>
        name="reviewMails.days"
        label="Days after the delivery *"
        hint={
          isOn
            ? ''
            : 'Counts once it is switched on. Orders that would have been due more than two weeks before are not asked about.'
        }
        inputMode="numeric"
        className="sm:max-w-60"
      />
      <p className="text-sm text-ink-soft">
        Once for each order that has an e-mail address and did not come back, between 9 am and 10 pm, and not while anything of it
        is asked back or under way. Pieces that are gone from the shop, reviewed already or given back are left out. A review
        written from the mail is marked “Bought here”. Whoever presses “Never ask me for reviews again” in it is not asked about
        later orders either.
      </p>
      <p className="text-sm text-muted">
        These mails take nothing from others: at most a twelfth of the mails in a day (Limits), and none while half of them is
        used up.
      </p>
    </div>
  );
}

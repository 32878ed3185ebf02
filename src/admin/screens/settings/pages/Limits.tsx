import type * as z from 'zod';
import { NumberField } from '#admin/kit/fields.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type LimitsEdit, limits, limitsEdit, type Limits as Saved } from '#domain/limits/contract.ts';
import { SavedForm } from './SavedForm.tsx';

type Fields = z.input<typeof limitsEdit>;

interface Group {
  title: string;
  hint: string;
  fields: { name: Exclude<keyof Fields, 'updatedAt'>; label: string }[];
}

const GROUPS: Group[] = [
  {
    title: 'Orders that nobody has confirmed',
    hint: 'For one order from the website, and for all open ones of a phone or a device together. Whoever wants more is asked to write to you. Orders that staff write down have no limit.',
    fields: [
      { name: 'pieceUnits', label: 'Pieces of a product' },
      { name: 'orderUnits', label: 'Pieces in all' },
      { name: 'orderValue', label: 'Value (Rs)' },
    ],
  },
  {
    title: 'When strangers have to prove who they are',
    hint: 'Once unconfirmed orders hold this many pieces, the next order waits for your call before it takes stock. Mobile networks put thousands of people behind one address: be generous.',
    fields: [
      { name: 'networkUnits', label: 'Reserved by one network' },
      { name: 'shopUnits', label: 'Reserved by all strangers' },
    ],
  },
  {
    title: 'Mails in a day',
    hint: 'Further mails are kept and sent later; orders and sign-ins come first. Your mail provider says how many you may send.',
    fields: [
      { name: 'mailsPerRecipient', label: 'To one address' },
      { name: 'mailsPerDay', label: 'In all' },
    ],
  },
  {
    title: 'WhatsApp messages that the shop begins, in a day',
    hint: 'Each is charged. Further questions are left to the desk.',
    fields: [
      { name: 'whatsappPerNumber', label: 'To one number' },
      { name: 'whatsappPerDay', label: 'In all' },
    ],
  },
  {
    title: 'Builds of the pages in a day',
    hint: 'Your host charges each. When they are used up, changes wait for the next day, and “Build now” still works.',
    fields: [{ name: 'buildsPerDay', label: 'Builds' }],
  },
];

const limitsQuery = staffQuery('/limits', limits);

/** How much strangers may take before somebody has spoken to them. Owners change it. */
export function Limits() {
  const mayEdit = useMay('set_rules');
  return (
    <SavedForm<Fields, LimitsEdit, Saved>
      label="Limits"
      query={limitsQuery}
      schema={limitsEdit}
      fieldsOf={(saved) => saved}
      save={(body) => callStaffApi('PUT', '/limits', { body, schema: limits })}
      done="The limits were saved. They count at once."
      failure="Failed to save the limits"
      isReadOnly={!mayEdit}
    >
      <div className="space-y-5">
        {!mayEdit && <p className="text-sm text-ink-soft">Only owners change the limits.</p>}
        {GROUPS.map(({ title, hint, fields }) => (
          <fieldset key={title} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
            <legend className="float-left mb-1 w-full font-medium">{title}</legend>
            <p className="clear-both mb-3 text-sm text-ink-soft">{hint}</p>
            <div className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
              {fields.map(({ name, label }) => (
                <NumberField<Fields> key={name} name={name} label={label} inputMode="numeric" />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </SavedForm>
  );
}

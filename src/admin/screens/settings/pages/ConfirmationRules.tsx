import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { CheckField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { ADVANCE_BASES, type AdvanceBasis } from '#domain/advances/contract.ts';
import {
  type ConfirmationRulesEdit,
  confirmationRules,
  confirmationRulesEdit,
  type ConfirmationRules as Rules,
} from '#domain/confirmations/contract.ts';
import { SavedForm } from './SavedForm.tsx';

type Fields = z.input<typeof confirmationRulesEdit>;

const rulesQuery = staffQuery('/confirmations/rules', confirmationRules);

/** Which orders need no call, which only staff confirm, and whether unconfirmed ones may go out. Owners change it. */
export function ConfirmationRules() {
  const mayEdit = useMay('set_rules');
  const { data } = useQuery(rulesQuery);
  const gateSince = data?.gateSince;
  return (
    <SavedForm<Fields, ConfirmationRulesEdit, Rules>
      label="Confirming orders"
      query={rulesQuery}
      schema={confirmationRulesEdit}
      fieldsOf={fieldsOf}
      save={(body) => callStaffApi('PUT', '/confirmations/rules', { body, schema: confirmationRules })}
      done="The rules were saved. They count for orders from now on."
      failure="Failed to save the rules"
      isReadOnly={!mayEdit}
    >
      <div className="space-y-6">
        {!mayEdit && <p className="text-sm text-ink-soft">Only owners change these rules.</p>}
        <Group title="Before an order is shipped">
          <CheckField<Fields>
            name="gate"
            label="Ship only orders that are confirmed"
            hint={
              gateSince
                ? `On since ${formatMoment(gateSince)}. Orders from before then are shipped as always.`
                : 'Off: any order can be shipped. Switched on, it asks only for orders placed from then on; staff may let one go out for a reason.'
            }
          />
        </Group>
        <Group title="Confirmed without a call">
          <p className="text-sm text-ink-soft">
            A customer who took this many orders, sent none back, and orders for less than this. Leave both empty to call
            everybody.
          </p>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <NumberField<Fields> name="confirmDeliveries" label="Delivered orders, at least" inputMode="numeric" empty={null} />
            <NumberField<Fields> name="confirmBelow" label="Total below (Rs)" empty={null} />
          </div>
          <CheckField<Fields>
            name="confirmByStaff"
            label="Orders that staff write down"
            hint="Whoever ordered by phone or in a chat has just said yes."
          />
        </Group>
        <Group title="Confirmed by staff alone">
          <p className="text-sm text-ink-soft">
            The shopper’s own “yes” is noted, and staff call all the same. A first order scores 10, and each returned one adds 25.
            Leave a number empty to hold no order for it.
          </p>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <NumberField<Fields> name="holdScore" label="Score, from" inputMode="numeric" empty={null} />
            <NumberField<Fields> name="holdValue" label="Total, from (Rs)" empty={null} />
          </div>
          <CheckField<Fields> name="holdBlocked" label="Customers who are blocked or must pay before" />
          <CheckField<Fields> name="holdUnknownCity" label="A city that the shop does not know" />
        </Group>
        <AdvanceRules />
        <Group title="Many orders from one phone">
          <NumberField<Fields>
            name="maxOpenOrders"
            label="Open orders, at most"
            inputMode="numeric"
            empty={null}
            hint="The website then asks the shopper to call. Empty: only the limits against floods count. Staff may always write down more."
            className="sm:w-1/2"
          />
        </Group>
      </div>
    </SavedForm>
  );
}

function fieldsOf({ gateSince, ...rules }: Rules): Fields {
  return { ...rules, gate: gateSince !== null };
}

const BASES: Record<AdvanceBasis, string> = {
  delivery: 'The delivery charge',
  share: 'A share of the total',
  sum: 'A sum',
  all: 'All that is due',
};

const BASIS_OPTIONS = ADVANCE_BASES.map((value) => ({ value, label: BASES[value] }));

/** What makes a new order one that is asked. */
const RULES = ['advanceReturned', 'advanceValue', 'advanceScore', 'advanceNoCash'] as const;

/** When new orders are asked to pay before, how much, and how long they have. Folded while nobody is asked. */
function AdvanceRules() {
  const basis = useWatch<Fields>({ name: 'advanceBasis' });
  const { formState, getValues } = useFormContext<Fields>();
  const [isOpen, setOpen] = useState(() => RULES.some((rule) => getValues(rule)));
  // A field that is wrong must be seen.
  const isWrong = Object.keys(formState.errors).some((field) => field.startsWith('advance'));
  const isShown = isOpen || isWrong;
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="border-t border-line pt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">An advance is asked</summary>
      {isShown && (
        <div className="space-y-4 pt-1">
          <p className="text-sm text-ink-soft">
            The order’s page says what is asked and takes the receipt; staff find the money in the account. Leave a number empty
            to ask nobody for it.
          </p>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
            <NumberField<Fields> name="advanceReturned" label="Returned parcels, from" inputMode="numeric" empty={null} />
            <NumberField<Fields> name="advanceValue" label="Total of at least (Rs)" empty={null} />
            <NumberField<Fields> name="advanceScore" label="Score of at least" inputMode="numeric" empty={null} />
          </div>
          <CheckField<Fields> name="advanceNoCash" label="A city where no courier collects cash" />
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <SelectField<Fields>
              name="advanceBasis"
              label="How much"
              options={BASIS_OPTIONS}
              hint={basis === 'delivery' ? 'Nothing is asked where delivery is free.' : undefined}
            />
            {basis === 'sum' && <NumberField<Fields> name="advanceAmount" label="Sum (Rs)" empty={null} />}
            {basis === 'share' && (
              <NumberField<Fields> name="advancePercent" label="Share (%)" inputMode="numeric" empty={null} />
            )}
            <NumberField<Fields>
              name="advanceHours"
              label="Late after (hours)"
              inputMode="numeric"
              hint="Hours from 9 am to 10 pm count."
              className="sm:col-start-1"
            />
            <NumberField<Fields>
              name="advanceCancelHours"
              label="Cancelled, hours after that"
              inputMode="numeric"
              empty={null}
              hint="Empty: nothing is cancelled by time. Orders with a transfer to check, or packed ones, never are."
            />
          </div>
        </div>
      )}
    </details>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <legend className="float-left mb-2 w-full font-medium">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}

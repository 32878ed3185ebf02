import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type * as z from 'zod';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { CheckField, NumberField } from '#admin/kit/fields.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { useIsOwner } from '#admin/platform/use-is-owner.ts';
import { Spinner } from '#components/Spinner.tsx';
import {
  type ConfirmationRulesEdit,
  confirmationRules,
  confirmationRulesEdit,
  type ConfirmationRules as Rules,
} from '#shared/schemas/confirmations.ts';

type Fields = z.input<typeof confirmationRulesEdit>;

const rulesQuery = staffQuery('/confirmations/rules', confirmationRules);

/** Which orders need no call, which only staff confirm, and whether unconfirmed ones may go out. Saved on its own. */
export function ConfirmationRules() {
  const { data, isError, refetch } = useQuery(rulesQuery);
  // What is being changed stays, also when somebody else's rules arrive meanwhile.
  const [edited, setEdited] = useState<Rules | null>(null);
  const shown = edited ?? data;
  if (shown) {
    return (
      <RulesForm
        key={shown.updatedAt}
        saved={shown}
        onEdit={(isDirty) => setEdited(isDirty ? shown : null)}
        onDiscard={() => void refetch()}
      />
    );
  }
  if (!isError) return <Spinner />;
  return (
    <p>
      The rules could not be loaded.{' '}
      <button type="button" onClick={() => void refetch()} className="btn btn-outline">
        Try again
      </button>
    </p>
  );
}

interface Props {
  saved: Rules;
  /** Told whether something is changed that is not saved. */
  onEdit: (isDirty: boolean) => void;
  onDiscard: () => void;
}

function RulesForm({ saved, onEdit, onDiscard }: Props) {
  const { gateSince, ...rules } = saved;
  const { mutateAsync } = useMutation({
    mutationFn: (body: ConfirmationRulesEdit) => callStaffApi('PUT', '/confirmations/rules', { body, schema: confirmationRules }),
  });
  const { form, submit, errorText, setErrorText, isConflict } = useStaffForm<Fields, ConfirmationRulesEdit>({
    schema: confirmationRulesEdit,
    values: { ...rules, gate: gateSince !== null },
    save: (typed) => mutateAsync(typed),
    onSaved: () => {
      onEdit(false);
      toast('The rules were saved. They count for orders from now on.');
    },
    failure: 'Failed to save the rules',
  });
  const isOwner = useIsOwner();
  const { isDirty, isSubmitting } = form.formState;
  const unsaved = useUnsavedChanges(isDirty, (leave) => {
    form.reset();
    setErrorText('');
    onDiscard();
    leave();
  });
  const tellEdit = useEffectEvent(onEdit);
  useEffect(() => tellEdit(isDirty), [isDirty]);

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate aria-label="Confirming orders">
        <fieldset disabled={!isOwner} className="space-y-6">
          {!isOwner && <p>Only owners change these rules.</p>}
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
              hint="Whoever ordered on the phone or in a chat has just said so."
            />
          </Group>
          <Group title="Confirmed by staff alone">
            <p className="text-sm text-ink-soft">
              The shopper’s own “yes” is noted, and staff call all the same. In the score a first order has 10, and each returned
              one adds 25. Leave a number empty to hold none for it.
            </p>
            <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
              <NumberField<Fields> name="holdScore" label="Score, from" inputMode="numeric" empty={null} />
              <NumberField<Fields> name="holdValue" label="Total, from (Rs)" empty={null} />
            </div>
            <CheckField<Fields> name="holdBlocked" label="Customers who are blocked or must pay before" />
            <CheckField<Fields> name="holdUnknownCity" label="A city that the shop does not know" />
          </Group>
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
          <ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            {isConflict && errorText && (
              <p className="mr-auto text-sm text-ink-soft">Discard your changes to see the newer rules.</p>
            )}
            {isDirty && (
              <button type="button" onClick={unsaved.askToDiscard} disabled={isSubmitting} className="btn btn-outline">
                Discard
              </button>
            )}
            {isOwner && (
              <button type="submit" disabled={isSubmitting || !isDirty} className="btn btn-primary">
                {isSubmitting ? 'Saving…' : 'Save rules'}
              </button>
            )}
          </div>
        </fieldset>
      </form>
      {unsaved.question}
    </FormProvider>
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

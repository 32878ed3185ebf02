import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type * as z from 'zod';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { NumberField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { useIsOwner } from '#admin/platform/use-is-owner.ts';
import { Spinner } from '#components/Spinner.tsx';
import { type LimitsEdit, limits, limitsEdit, type Limits as Saved } from '#shared/schemas/limits.ts';

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
      { name: 'pieceUnits', label: 'Of one product (pieces)' },
      { name: 'orderUnits', label: 'In all (pieces)' },
      { name: 'orderValue', label: 'Value (Rs)' },
    ],
  },
  {
    title: 'When strangers have to prove who they are',
    hint: 'From so many pieces in unconfirmed orders on, the next order waits for your call before it takes stock. Mobile networks put thousands of people behind one address: be generous.',
    fields: [
      { name: 'networkUnits', label: 'Held by one network (pieces)' },
      { name: 'shopUnits', label: 'Held by all strangers (pieces)' },
    ],
  },
  {
    title: 'Mails in a day',
    hint: 'What goes beyond is kept and sent later; orders and sign-ins come first. Your mail provider says how many you may send.',
    fields: [
      { name: 'mailsPerRecipient', label: 'To one address' },
      { name: 'mailsPerDay', label: 'In all' },
    ],
  },
  {
    title: 'WhatsApp messages that the shop begins, in a day',
    hint: 'Each is charged. What goes beyond is left to the desk.',
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

/** How much strangers may take before somebody has spoken to them. Owners change it; it is saved on its own. */
export function Limits() {
  const { data, isError, refetch } = useQuery(limitsQuery);
  // What is being changed stays, also when somebody else's limits arrive meanwhile.
  const [edited, setEdited] = useState<Saved | null>(null);
  const shown = edited ?? data;
  if (shown) {
    return (
      <LimitsForm
        key={shown.updatedAt}
        saved={shown}
        onEdit={(isDirty) => setEdited(isDirty ? shown : null)}
        onDiscard={() => void refetch()}
      />
    );
  }
  return isError ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
}

interface Props {
  saved: Saved;
  /** Told whether something is changed that is not saved. */
  onEdit: (isDirty: boolean) => void;
  onDiscard: () => void;
}

function LimitsForm({ saved, onEdit, onDiscard }: Props) {
  const isOwner = useIsOwner();
  const { mutateAsync } = useMutation({
    mutationFn: (body: LimitsEdit) => callStaffApi('PUT', '/limits', { body, schema: limits }),
  });
  const { form, submit, errorText, setErrorText, isConflict } = useStaffForm<Fields, LimitsEdit>({
    schema: limitsEdit,
    values: saved,
    save: (typed) => mutateAsync(typed),
    onSaved: () => {
      onEdit(false);
      toast('The limits were saved. They count at once.');
    },
    failure: 'Failed to save the limits',
  });
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
      <form onSubmit={submit} noValidate aria-label="Limits" className="space-y-6">
        {GROUPS.map(({ title, hint, fields }) => (
          <fieldset key={title} disabled={!isOwner} className="space-y-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
            <legend className="float-left mb-2 w-full font-medium">{title}</legend>
            <p className="clear-both text-sm text-ink-soft">{hint}</p>
            <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
              {fields.map(({ name, label }) => (
                <NumberField<Fields> key={name} name={name} label={label} inputMode="numeric" />
              ))}
            </div>
          </fieldset>
        ))}
        <ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />
        {isOwner ? (
          <div className="flex flex-wrap items-center justify-end gap-3">
            {isConflict && errorText && (
              <p className="mr-auto text-sm text-ink-soft">Discard your changes to see the newer limits.</p>
            )}
            {isDirty && (
              <button type="button" onClick={unsaved.askToDiscard} disabled={isSubmitting} className="btn btn-outline">
                Discard
              </button>
            )}
            <button type="submit" disabled={isSubmitting || !isDirty} className="btn btn-primary">
              {isSubmitting ? 'Saving…' : 'Save limits'}
            </button>
          </div>
        ) : (
          <p className="text-sm text-ink-soft">Only owners change the limits.</p>
        )}
      </form>
      {unsaved.question}
    </FormProvider>
  );
}

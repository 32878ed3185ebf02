import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { FieldConflicts } from '#admin/kit/FieldConflicts.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { SavedSettings, Settings } from '#shared/schemas/settings.ts';
import { BuildNotice } from './BuildNotice.tsx';
import { OWN_FORMS } from './own-forms.ts';
import { SECTIONS, SettingsSections } from './SettingsSections.tsx';
import {
  fetchSettings,
  putSettings,
  type SettingsFields,
  type SettingsSent,
  settingsForm,
  settingsQuery,
} from './settings-api.ts';
import { changedGroups, copyOf, mergeSettings } from './settings-changes.ts';

/** All settings in one form. Changed groups are saved; a failed save keeps everything typed. */
export function SettingsForm({ saved }: { saved: SavedSettings }) {
  /** The version shown in the fields. */
  const seen = useRef(saved);
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: putSettings,
    onSuccess: (answer) => client.setQueryData(settingsQuery.queryKey, answer),
  });
  const { form, submit, errorText, setErrorText, isConflict } = useStaffForm<SettingsFields, SettingsSent>({
    schema: settingsForm,
    values: fieldsFrom(saved),
    save: async ({ proof, ...typed }) => {
      const groups = changedGroups(settingsOf(seen.current), typed);
      const answer =
        Object.keys(groups).length > 0
          ? await mutateAsync({ ...groups, ...(groups.contact && { proof }), updatedAt: seen.current.updatedAt })
          : seen.current;
      take(answer);
      toast('Settings were saved');
    },
    onSaved: () => setConflicts([]),
    failure: 'Failed to save settings',
  });
  const { isDirty, isSubmitting, dirtyFields } = form.formState;

  function take(newest: SavedSettings): void {
    seen.current = newest;
    form.reset(fieldsFrom(newest));
  }

  // A newer version saved by somebody else shows while nothing is typed.
  useEffect(() => {
    if (isDirty || isSubmitting || (saved.updatedAt ?? '') <= (seen.current.updatedAt ?? '')) return;
    seen.current = saved;
    form.reset(fieldsFrom(saved));
  }, [saved, isDirty, isSubmitting, form]);

  const unsaved = useUnsavedChanges(isDirty, (leave) => {
    form.reset(fieldsFrom(seen.current));
    setErrorText('');
    setConflicts([]);
    leave();
  });

  async function reload() {
    try {
      const newest = await fetchSettings();
      const { proof: _, ...typed } = form.getValues();
      const { merged, conflicts } = mergeSettings(settingsOf(seen.current), settingsOf(newest), typed as Settings);
      take(newest);
      for (const group of Object.keys(merged) as (keyof Settings)[]) form.setValue(group, merged[group], { shouldDirty: true });
      setConflicts(conflicts);
      setErrorText('');
    } catch (error) {
      setErrorText(failureText(error, 'Failed to load the newer version'));
    }
  }

  return (
    <FormProvider {...form}>
      <BuildNotice savedAt={saved.updatedAt} />
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,52rem)] lg:gap-8">
        <SectionList />
        <form onSubmit={submit} noValidate aria-label="Settings" className="space-y-5">
          <SettingsSections />
          <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-ivory px-4 py-3 sm:mx-0 sm:rounded-lg sm:border sm:bg-white sm:px-5">
            <div className="max-h-[45dvh] overflow-y-auto">
              <ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />
              {isConflict && errorText && (
                <button type="button" onClick={() => void reload()} className="btn btn-outline mb-3">
                  Reload, keeping my changes
                </button>
              )}
              <FieldConflicts conflicts={conflicts} />
            </div>
            {dirtyFields.contact && (
              <TextField<SettingsFields>
                name="proof"
                label="Your password, or the code of your second factor *"
                hint="Customers pay whoever answers here, so that a new contact needs it again."
                type="password"
                autoComplete="current-password"
                className="mb-3 sm:max-w-md"
              />
            )}
            <div className="flex flex-wrap items-center justify-end gap-3">
              <p role="status" className="mr-auto text-sm text-ink-soft">
                {isDirty ? 'Not saved yet' : ''}
              </p>
              {isDirty && (
                <button type="button" onClick={unsaved.askToDiscard} disabled={isSubmitting} className="btn btn-outline">
                  Discard
                </button>
              )}
              <button type="submit" disabled={isSubmitting} className="btn btn-primary">
                {isSubmitting ? 'Saving…' : 'Save Settings'}
              </button>
            </div>
          </div>
        </form>
      </div>
      {unsaved.question}
    </FormProvider>
  );
}

/** Jumps to a section. Buttons, because the router takes an address with a # for another page. */
function SectionList() {
  return (
    <nav aria-label="Sections" className="hidden lg:block">
      <ul className="sticky top-36">
        {[...SECTIONS, ...OWN_FORMS].map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => document.getElementById(id)?.scrollIntoView()}
              className="min-h-9 w-full cursor-pointer rounded-md px-3 text-left text-sm text-ink-soft hover:bg-cream hover:text-ink"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function settingsOf({ updatedAt: _, ...fields }: SavedSettings): Settings {
  return copyOf(fields);
}

function fieldsFrom(saved: SavedSettings): SettingsFields {
  return { ...settingsOf(saved), proof: '' };
}

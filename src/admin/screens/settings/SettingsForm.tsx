import type { ReactNode } from 'react';
import type { SavedSettings, Settings } from '#domain/settings/contract.ts';
import { SavedForm } from './SavedForm.tsx';
import { putSettings, type SettingsFields, type SettingsSent, settingsForm, settingsQuery } from './settings-api.ts';
import { changedGroups, copyOf } from './settings-changes.ts';

/** A page of the settings that are one row. Only the groups that were changed on it are saved. */
export function SettingsForm({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SavedForm<SettingsFields, SettingsSent, SavedSettings>
      label={label}
      query={settingsQuery}
      schema={settingsForm}
      fieldsOf={fieldsOf}
      save={save}
      done="Settings were saved"
      failure="Failed to save settings"
    >
      {children}
    </SavedForm>
  );
}

async function save({ proof, ...typed }: SettingsSent, opened: SavedSettings): Promise<SavedSettings> {
  const groups = changedGroups(settingsOf(opened), typed);
  if (Object.keys(groups).length === 0) return opened;
  return putSettings({ ...groups, ...(groups.contact && { proof }), updatedAt: opened.updatedAt });
}

function settingsOf({ updatedAt: _, ...fields }: SavedSettings): Settings {
  return copyOf(fields);
}

function fieldsOf(saved: SavedSettings): SettingsFields {
  return { ...settingsOf(saved), proof: '' };
}

import type { ReactNode } from 'react';
import { type SavedSettings, type Settings, settings } from '#domain/settings/contract.ts';
import { SavedForm } from './SavedForm.tsx';
import { putSettings, type SettingsFields, settingsQuery } from './settings-api.ts';
import { changedGroups, copyOf } from './settings-changes.ts';

/** A page of the settings that are one row. Only the groups that were changed on it are saved. */
export function SettingsForm({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SavedForm<SettingsFields, Settings, SavedSettings>
      label={label}
      query={settingsQuery}
      schema={settings}
      fieldsOf={settingsOf}
      save={save}
      done="Settings were saved"
      failure="Failed to save settings"
    >
      {children}
    </SavedForm>
  );
}

async function save(typed: Settings, opened: SavedSettings): Promise<SavedSettings> {
  const groups = changedGroups(settingsOf(opened), typed);
  if (Object.keys(groups).length === 0) return opened;
  return putSettings({ ...groups, updatedAt: opened.updatedAt });
}

function settingsOf({ updatedAt: _, ...fields }: SavedSettings): Settings {
  return copyOf(fields);
}

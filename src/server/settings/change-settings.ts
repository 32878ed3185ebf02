import { callFunction } from '#server/database/calls.ts';
import type { StaffCall } from '#server/http/operation.ts';
import type { SettingsEdit } from '#shared/schemas/settings.ts';
import { forgetSettings, settingsOf } from './read-settings.ts';

/** Changes whole groups of settings; pages, carts, orders and mails follow. @throws ApiError 409 `edited_meanwhile` */
export async function changeSettings({ db, body }: StaffCall<SettingsEdit>) {
  const changed = await callFunction(db, 'change_settings', { groups: body.groups, seen: body.updatedAt });
  forgetSettings();
  return settingsOf(changed);
}

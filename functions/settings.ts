import type { Config } from '@netlify/functions';
import { settings as settingsTag } from '#server/catalog/cache-tags.ts';
import { resource } from '#server/http/resource.ts';
import { changeSettings } from '#server/settings/change-settings.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { savedSettings, settingsEdit } from '#shared/schemas/settings.ts';

export default resource()
  .get(
    '/api/settings',
    {
      access: 'anyone',
      summary: 'Name, contact, delivery rule and texts of the shop',
      returns: savedSettings,
      cacheTags: settingsTag,
    },
    ({ db }) => readSettings(db),
  )
  .put(
    '/api/settings',
    {
      access: 'staff',
      summary: 'Changes groups of settings, each whole; the pages are built anew',
      body: settingsEdit,
      errors: ['edited_meanwhile'],
      returns: savedSettings,
      purges: settingsTag,
    },
    changeSettings,
  ).handler;

export const config: Config = { path: '/api/settings' };

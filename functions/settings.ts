import type { Config } from '@netlify/functions';
import { settingsTags } from '#server/http/cache-tags.ts';
import { resource } from '#server/http/resource.ts';
import { changeSettings, readSettings } from '#server/settings/settings.ts';
import { savedSettings, settingsEdit } from '#shared/schemas/settings.ts';

export default resource()
  .get(
    '/api/settings',
    {
      access: 'anyone',
      summary: 'The shop’s name, contact, delivery rule and texts',
      returns: savedSettings,
      cacheTags: settingsTags,
    },
    ({ db }) => readSettings(db),
  )
  .put(
    '/api/settings',
    {
      access: 'staff',
      summary: 'Replaces groups of settings and rebuilds the pages',
      body: settingsEdit,
      errors: ['edited_meanwhile'],
      returns: savedSettings,
      purges: settingsTags,
    },
    ({ db, body }) => changeSettings(db, body),
  ).handler;

export const config: Config = { path: '/api/settings' };

import type { Config } from '@netlify/functions';
import { savedSettings, settingsEdit, trueFigures } from '#domain/settings/contract.ts';
import { SETTINGS_TEXTS } from '#domain/shown-texts/shown-fields.ts';
import { resource } from '#server/api/api.ts';
import { settingsTags } from '#server/http/cache-tags.ts';
import { changeSettings, isNewContact, readFigures, readSettings } from '#server/settings/settings.ts';

export default resource('What the owner says of the shop: name, contact, delivery rule, texts.')
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
  .get(
    '/api/settings/figures',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'What promises could say of the shop because it is so',
      returns: trueFigures,
    },
    ({ db }) => readFigures(db),
  )
  .put(
    '/api/settings',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'Replaces groups of settings and rebuilds the pages; contact and delivery rule for owners',
      body: settingsEdit,
      // Others than owners are refused it.
      proof: {
        when: 'the contact changes',
        isNeeded: async ({ db, body, staff }) => staff.isOwner && (await isNewContact(db, body)),
      },
      shows: SETTINGS_TEXTS,
      errors: ['owner_only', 'edited_meanwhile'],
      returns: savedSettings,
      purges: settingsTags,
      sendsMail: true,
    },
    ({ db, body, staff }) => changeSettings(db, body, staff),
  ).handler;

export const config: Config = { path: ['/api/settings', '/api/settings/figures'] };

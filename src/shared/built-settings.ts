import { DEFAULT_SETTINGS } from './default-settings.ts';
import { settingsForBrowsers } from './settings-values.ts';

/*
 * The settings that pages and their scripts are built with. A build replaces this file by the owner's values
 * (src/server/settings/settings-plugin.ts); elsewhere these are the defaults. Functions ask the database instead.
 */
export const { SHOP, DELIVERY, LISTING_ORDER } = settingsForBrowsers(DEFAULT_SETTINGS);

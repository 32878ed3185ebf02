import { settingsForBrowsers } from '#domain/settings/built-values.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';

/*
 * Name, contact and delivery rule as pages and their scripts are built with them. A build replaces this file by the owner's values
 * (src/build/built-settings.ts); elsewhere these are the defaults. Functions call `currentSettings()` instead.
 */
export const { SHOP, DELIVERY, LISTING_ORDER } = settingsForBrowsers(DEFAULT_SETTINGS);

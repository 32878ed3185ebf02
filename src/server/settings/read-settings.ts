import * as z from 'zod';
import { read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { DEFAULT_SETTINGS } from '#shared/default-settings.ts';
import { type SavedSettings, type Settings, savedSettings } from '#shared/schemas/settings.ts';

const row = z.object({ content: z.record(z.string(), z.record(z.string(), z.unknown())), updatedAt: z.string() });

/** The settings as they are now: the owner's, and the defaults for whatever they never changed. */
export async function readSettings(db: ShopDatabase): Promise<SavedSettings> {
  return settingsOf(await read(db.from('shop_settings').select('content, updated_at').maybeSingle()));
}

/** A row of `shop_settings` as settings; without a row they are the defaults. */
export function settingsOf(found: unknown): SavedSettings {
  const { content = {}, updatedAt = null } = found ? row.parse(found) : {};
  const groups = Object.entries(DEFAULT_SETTINGS).map(([name, usual]) => [name, { ...usual, ...content[name] }]);
  return savedSettings.parse({ ...Object.fromEntries(groups), updatedAt });
}

/** How long a function goes on with settings it has read. An order at another price than its cart showed is refused anyway. */
const KEPT_MS = 5_000;

let kept: { settings: Promise<Settings>; until: number } | undefined;

/** The settings for an order, a quote or a mail, read at most every few seconds. */
export function currentSettings(db: ShopDatabase): Promise<Settings> {
  if (!kept || Date.now() > kept.until) {
    kept = { settings: readSettings(db), until: Date.now() + KEPT_MS };
    kept.settings.catch(forgetSettings);
  }
  return kept.settings;
}

/** The next to ask reads the row again. */
export function forgetSettings(): void {
  kept = undefined;
}

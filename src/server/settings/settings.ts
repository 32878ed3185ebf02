import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  OWNER_GROUPS,
  OWNERS_ONLY,
  type SavedSettings,
  type Settings,
  type SettingsEdit,
  savedSettings,
  type TrueFigures,
  trueFigures,
} from '#domain/settings/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { inTime, READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { ApiError } from '#server/errors.ts';

const row = z.object({ content: z.record(z.string(), z.record(z.string(), z.unknown())), updatedAt: z.string() });

/** The settings as they are now: the owner's, with defaults for everything they never changed. */
export async function readSettings(db: ShopDatabase): Promise<SavedSettings> {
  return settingsOf(await read(db.from('shop_settings').select('content, updated_at').maybeSingle(), row.nullable()));
}

/** What is true of the shop, whether or not a claim says it. */
export function readFigures(db: ShopDatabase): Promise<TrueFigures> {
  return callFunction(db, 'true_figures', {}, trueFigures);
}

/** Whether an edit leads customers elsewhere than the shop's contact does now. */
export async function isNewContact(db: ShopDatabase, { groups: { contact } }: SettingsEdit): Promise<boolean> {
  return contact !== undefined && !isDeepStrictEqual(contact, (await readSettings(db)).contact);
}

/**
 * Changes whole groups of settings. Owners alone change where customers reach the shop and what delivery costs, which is noted.
 * @throws ApiError `owner_only`, `edited_meanwhile`
 */
export async function changeSettings(
  db: ShopDatabase,
  { groups, updatedAt }: SettingsEdit,
  staff: { id: string; isOwner: boolean },
): Promise<SavedSettings> {
  for (const group of OWNER_GROUPS) {
    if (groups[group] && !staff.isOwner) throw new ApiError('owner_only', { message: OWNERS_ONLY[group] });
  }
  const { contact, delivery, search } = DEFAULT_SETTINGS;
  const args = { groups, expected_version: updatedAt, actor: staff.id, defaults: { contact, delivery, search } };
  const changed = await callFunction(db, 'change_settings', args, row);
  cached = undefined;
  return settingsOf(changed);
}

/** A row of `shop_settings` as settings; no row means the defaults. */
function settingsOf(found: z.infer<typeof row> | null): SavedSettings {
  const { content = {}, updatedAt = null } = found ?? {};
  const groups = Object.entries(DEFAULT_SETTINGS).map(([name, defaults]) => [name, { ...defaults, ...content[name] }]);
  return savedSettings.parse({ ...Object.fromEntries(groups), updatedAt });
}

/** An order at another price than its cart showed is refused anyway, so a function may use settings a few seconds old. */
const CACHE_MS = 5_000;

let cached: { settings: Promise<Settings>; until: number } | undefined;

/** The settings for an order, a quote or a mail, read at most every few seconds. */
export function currentSettings(db: ShopDatabase): Promise<Settings> {
  if (!cached || Date.now() > cached.until) {
    cached = { settings: withinDeadline(READ_MS, () => readSettings(db)), until: Date.now() + CACHE_MS };
    cached.settings.catch(() => {
      cached = undefined;
    });
  }
  return inTime(cached.settings);
}

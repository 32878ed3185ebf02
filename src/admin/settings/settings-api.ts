import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type SavedSettings, type Settings, savedSettings, type settings } from '#shared/schemas/settings.ts';
import { type SiteBuildStatus, siteBuildStatus } from '#shared/schemas/site-builds.ts';
import { isDueSoon } from './build-notice.ts';

/** The fields of the settings form, as typed. */
export type SettingsFields = z.input<typeof settings>;

export const settingsQuery = staffQuery('/settings', savedSettings);

export function fetchSettings(): Promise<SavedSettings> {
  return callStaffApi('GET', '/settings', { schema: savedSettings });
}

/** Saves whole groups of settings. @throws ApiFailure `edited_meanwhile` when somebody else saved after `updatedAt` */
export function putSettings(groups: Partial<Settings> & Pick<SavedSettings, 'updatedAt'>): Promise<SavedSettings> {
  return callStaffApi('PUT', '/settings', { body: groups, schema: savedSettings });
}

const MINUTE_MS = 60_000;
const POLL_MS = 3_000;

/** The state of the site's builds. Its key holds the time of the last save, so that no older state shows after a save. */
export function siteBuildsQuery(savedAt: string | null) {
  return queryOptions({
    ...staffQuery('/site-builds', siteBuildStatus),
    queryKey: ['/site-builds', savedAt],
    refetchInterval: ({ state }) => (state.data && isDueSoon(state.data, Date.now()) ? POLL_MS : MINUTE_MS),
  });
}

/** Starts a build at once. */
export function buildNow(): Promise<SiteBuildStatus> {
  return callStaffApi('POST', '/site-builds', { schema: siteBuildStatus });
}

import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { missedSearch } from '#domain/missed-searches/contract.ts';
import { type SavedSettings, savedSettings, type settings, trueFigures } from '#domain/settings/contract.ts';
import { type SiteBuildStatus, siteBuildStatus } from '#domain/site-builds/contract.ts';
import { isDueSoon } from './build-notice.ts';

/** The fields of the settings form, as typed. */
export type SettingsFields = z.input<typeof settings>;

export const settingsQuery = staffQuery('/settings', savedSettings);

/** What promises could say because it is so. */
export const figuresQuery = staffQuery('/settings/figures', trueFigures);

/** What shoppers looked for and did not find. */
export const missedSearchesQuery = staffQuery('/missed-searches', missedSearch.array());

/** Saves whole groups of settings. @throws ApiFailure `edited_meanwhile` when somebody else saved after `updatedAt` */
export function putSettings(groups: Partial<SettingsFields> & Pick<SavedSettings, 'updatedAt'>): Promise<SavedSettings> {
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

/** Starts a build at once, if need be beyond the day's builds. */
export function buildNow(beyondBudget: boolean): Promise<SiteBuildStatus> {
  return callStaffApi('POST', '/site-builds', { query: { beyondBudget }, schema: siteBuildStatus });
}

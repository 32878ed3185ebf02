import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type SavedSettings, type Settings, savedSettings, type settings } from '#shared/schemas/settings.ts';
import { type SiteBuildStatus, siteBuildStatus } from '#shared/schemas/site-builds.ts';
import { isDueSoon } from './build-notice.ts';

/** The fields of the settings form, as typed. */
export type SettingsFields = z.input<typeof settings>;

export const SETTINGS_KEY = ['settings'];

export function useSettings() {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => fetchSettings(signal) });
}

export function fetchSettings(signal?: AbortSignal): Promise<SavedSettings> {
  return callStaffApi('GET', '/settings', { schema: savedSettings, ...(signal && { signal }) });
}

/** Saves whole groups of settings. @throws ApiFailure `edited_meanwhile` when somebody else saved after `updatedAt` */
export function putSettings(groups: Partial<Settings> & Pick<SavedSettings, 'updatedAt'>): Promise<SavedSettings> {
  return callStaffApi('PUT', '/settings', { body: groups, schema: savedSettings });
}

const MINUTE_MS = 60_000;
const POLL_MS = 3_000;

export function siteBuildsKey(savedAt: string | null) {
  return ['site-builds', savedAt];
}

/** The state of the site's builds, polled more often while one is due. A save at `savedAt` asks anew. */
export function useSiteBuilds(savedAt: string | null): SiteBuildStatus | undefined {
  const { data } = useQuery({
    queryKey: siteBuildsKey(savedAt),
    queryFn: ({ signal }) => callStaffApi('GET', '/site-builds', { schema: siteBuildStatus, signal }),
    refetchInterval: ({ state }) => (state.data && isDueSoon(state.data, Date.now()) ? POLL_MS : MINUTE_MS),
  });
  return data;
}

/** Starts a build at once. */
export function buildNow(): Promise<SiteBuildStatus> {
  return callStaffApi('POST', '/site-builds', { schema: siteBuildStatus });
}

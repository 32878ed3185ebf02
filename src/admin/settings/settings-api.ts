import { useQuery } from '@tanstack/react-query';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type SavedSettings, type Settings, savedSettings } from '#shared/schemas/settings.ts';
import { type SiteBuildStatus, siteBuildStatus } from '#shared/schemas/site-builds.ts';
import { isDueSoon } from './build-notice.ts';

export const SETTINGS_KEY = ['settings'];

/** The settings as they are saved. */
export function useSettings() {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => fetchSettings(signal) });
}

export function fetchSettings(signal?: AbortSignal): Promise<SavedSettings> {
  return callStaffApi('GET', '/settings', { schema: savedSettings, ...(signal && { signal }) });
}

/** Saves whole groups of settings, unless somebody else has since `updatedAt`. */
export function putSettings(groups: Partial<Settings> & Pick<SavedSettings, 'updatedAt'>): Promise<SavedSettings> {
  return callStaffApi('PUT', '/settings', { body: groups, schema: savedSettings });
}

const MINUTE_MS = 60_000;
const LOOK_AGAIN_MS = 3_000;

export function siteBuildsKey(savedAt: string | null) {
  return ['site-builds', savedAt];
}

/** How the pages stand since something was saved then; asked again and again while they are about to change. Undefined until it is known. */
export function useSiteBuilds(savedAt: string | null): SiteBuildStatus | undefined {
  const { data } = useQuery({
    queryKey: siteBuildsKey(savedAt),
    queryFn: ({ signal }) => callStaffApi('GET', '/site-builds', { schema: siteBuildStatus, signal }),
    refetchInterval: ({ state }) => (state.data && isDueSoon(state.data, Date.now()) ? LOOK_AGAIN_MS : MINUTE_MS),
  });
  return data;
}

/** Asks for a build that waits for nothing. */
export function buildSite(): Promise<SiteBuildStatus> {
  return callStaffApi('POST', '/site-builds', { schema: siteBuildStatus });
}

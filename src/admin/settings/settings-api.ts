import { useQuery } from '@tanstack/react-query';
import { callStaffApi } from '#admin/shell/staff-api.ts';
import { health } from '#shared/schemas/health.ts';
import { type SavedSettings, type Settings, savedSettings } from '#shared/schemas/settings.ts';

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

const LOOK_AGAIN_MS = 3_000;

/** When the pages now online were built; asked again and again until that is after `savedAt`. Undefined until it is known. */
export function useBuiltAt(savedAt: string | null): string | null | undefined {
  const { data } = useQuery({
    queryKey: ['health', savedAt],
    queryFn: ({ signal }) => callStaffApi('GET', '/health', { schema: health, signal }),
    refetchInterval: ({ state }) => (isOnline(savedAt, state.data?.builtAt) ? false : LOOK_AGAIN_MS),
  });
  return data?.builtAt;
}

/** Whether pages built then show what was saved. What was never saved is in all of them. */
export function isOnline(savedAt: string | null, builtAt: string | null | undefined): boolean {
  return savedAt === null || (Boolean(builtAt) && Date.parse(builtAt as string) > Date.parse(savedAt));
}

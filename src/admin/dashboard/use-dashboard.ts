import { useQuery } from '@tanstack/react-query';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { dashboard } from '#shared/schemas/reports.ts';

const LIVE_MS = 60_000;

/** The shop at a glance: the last 30 days beside the 30 before. Asked again every minute, and when somebody comes back to the page. */
export function useDashboard() {
  return useQuery({
    queryKey: ['analytics', 'dashboard'],
    queryFn: ({ signal }) => callStaffApi('GET', '/analytics/dashboard', { schema: dashboard, signal }),
    refetchInterval: LIVE_MS,
  });
}

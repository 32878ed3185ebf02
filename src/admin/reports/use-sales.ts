import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { urlFilters } from '#admin/kit/list-filters.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type SalesQuery, salesQuery, salesReport } from '#shared/schemas/reports.ts';

const salesFilters = urlFilters(salesQuery);

/** The sales of the period and the steps that the address bar names. Without days in it the server chooses them. */
export function useSales() {
  const { search } = useStore($location);
  const filters = useMemo(() => salesFilters.read(search), [search]);
  const query = useQuery({
    queryKey: ['analytics', 'sales', filters],
    queryFn: ({ signal }) => callStaffApi('GET', '/analytics/sales', { query: filters, schema: salesReport, signal }),
    placeholderData: keepPreviousData,
  });
  const go = (wish: SalesQuery) => navigate($location.get().path + salesFilters.write(wish));

  return {
    ...query,
    filters,
    isNarrowed: salesFilters.write(filters) !== '',
    change: (change: Partial<SalesQuery>) => go({ ...filters, ...change }),
    clear: () => go(salesFilters.defaults),
  };
}

export type Sales = ReturnType<typeof useSales>;

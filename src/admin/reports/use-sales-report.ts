import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { urlFilters } from '#admin/kit/list-filters.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type SalesQuery, salesQuery, salesReport } from '#shared/schemas/reports.ts';

const salesFilters = urlFilters(salesQuery);

/** The sales report for the period and grouping in the address. Without dates the server chooses them. */
export function useSalesReport() {
  const { search } = useStore($location);
  const filters = useMemo(() => salesFilters.read(search), [search]);
  const query = useQuery({
    queryKey: ['reports', 'sales', filters],
    queryFn: ({ signal }) => callStaffApi('GET', '/analytics/sales', { query: filters, schema: salesReport, signal }),
    placeholderData: keepPreviousData,
  });
  const go = (next: SalesQuery) => navigate($location.get().path + salesFilters.write(next));

  return {
    ...query,
    filters,
    isNarrowed: salesFilters.write(filters) !== '',
    change: (change: Partial<SalesQuery>) => go({ ...filters, ...change }),
    clear: () => go(salesFilters.defaults),
  };
}

export type SalesReportQuery = ReturnType<typeof useSalesReport>;

import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { urlFilters } from '#admin/kit/list-filters.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type SalesQuery, salesQuery, salesReport } from '#domain/reports/contract.ts';

const salesFilters = urlFilters(salesQuery);

/** The sales report for the period and grouping in the address. Without dates the server chooses them. */
export function useSalesReport() {
  const { search } = useStore($location);
  const filters = useMemo(() => salesFilters.read(search), [search]);
  const query = useQuery({
    ...staffQuery('/analytics/sales', salesReport, filters),
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

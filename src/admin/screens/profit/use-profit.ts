import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { urlFilters } from '#admin/kit/list-filters.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type ProfitQuery, profitQuery, profitReport } from '#domain/reports/profit.ts';

const profitFilters = urlFilters(profitQuery);

/** What the orders of the period in the address earned, told by what stands there. Without dates the server chooses them. */
export function useProfit() {
  const { search } = useStore($location);
  const filters = useMemo(() => profitFilters.read(search), [search]);
  const query = useQuery({ ...staffQuery('/analytics/profit', profitReport, filters), placeholderData: keepPreviousData });
  const go = (next: ProfitQuery) => navigate($location.get().path + profitFilters.write(next));

  return {
    ...query,
    filters,
    isNarrowed: profitFilters.write(filters) !== '',
    change: (change: Partial<ProfitQuery>) => go({ ...filters, ...change }),
    clear: () => go(profitFilters.defaults),
  };
}

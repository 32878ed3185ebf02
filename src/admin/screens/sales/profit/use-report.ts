import { useStore } from '@nanostores/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod';
import { type UrlFilters, urlFilters } from '#admin/kit/list-filters.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type ProfitQuery,
  profitQuery,
  profitReport,
  type StagesQuery,
  stagesQuery,
  stagesReport,
} from '#domain/reports/profit.ts';

const profitFilters = urlFilters(profitQuery);
const stagesFilters = urlFilters(stagesQuery);

/** What the orders of the period in the address earned, told by what stands there. Without dates the server chooses them. */
export const useProfit = () => useReport<ProfitQuery, typeof profitReport>('/analytics/profit', profitFilters, profitReport);

/** The same for how many orders passed each stage, day by day. */
export const useStages = () => useReport<StagesQuery, typeof stagesReport>('/analytics/profit/days', stagesFilters, stagesReport);

function useReport<Query extends ProfitQuery | StagesQuery, Schema extends z.ZodType>(
  api: string,
  inAddress: UrlFilters<Query>,
  schema: Schema,
) {
  const { search } = useStore($location);
  const filters = useMemo(() => inAddress.read(search), [inAddress, search]);
  const query = useQuery({ ...staffQuery<z.output<Schema>>(api, schema as never, filters), placeholderData: keepPreviousData });
  const go = (next: Query) => navigate($location.get().path + inAddress.write(next));

  return {
    ...query,
    filters,
    isNarrowed: inAddress.write(filters) !== '',
    change: (change: Partial<Query>) => go({ ...filters, ...change }),
    clear: () => go(inAddress.defaults),
  };
}

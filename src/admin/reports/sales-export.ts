import type { CsvColumn } from '#admin/kit/csv.ts';
import type { ListPage } from '#admin/kit/use-list.ts';
import type { SalesReport } from '#shared/schemas/reports.ts';

type Step = SalesReport['salesOverTime'][number];

/** What an export holds of a step of the report. */
export const salesExport: CsvColumn<Step>[] = [
  { name: 'Date', value: ({ _id }) => _id },
  { name: 'Revenue', value: ({ totalRevenue }) => totalRevenue },
  { name: 'Orders', value: ({ orderCount }) => orderCount },
];

/** All of something that comes at once, as a list of one page. */
export async function allOf<Item>(items: Item[]): Promise<ListPage<Item>> {
  return { items, pagination: { page: 1, limit: items.length, totalPages: 1, totalItems: items.length } };
}

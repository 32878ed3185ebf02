import { useQuery } from '@tanstack/react-query';
import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { product } from '#shared/schemas/products.ts';
import { type StockRecord, stockQuery, stockRecord } from '#shared/schemas/stock.ts';

/** Every change of stock. */
export const stockHistory = defineList({ plural: 'history', api: '/stock-history', schema: stockRecord, query: stockQuery });

export type StockHistoryFilters = typeof stockHistory.filters.defaults;

/** The name of the product the list is filtered by: from its records, else from the product. Empty for archived products without records. */
export function useProductName(id: string | undefined, records: StockRecord[] | undefined): string {
  const known = records?.find(({ productId }) => productId === id)?.productName;
  const { data } = useQuery({
    queryKey: ['products', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/products/${id}`, { schema: product, signal }),
    enabled: id !== undefined && records !== undefined && known === undefined,
  });
  return known ?? data?.name ?? '';
}

import { useQuery } from '@tanstack/react-query';
import { searchProducts } from '#admin/data/products/product-choices.ts';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Field } from '#components/Field.tsx';
import { product } from '#domain/products/contract.ts';
import type { StockRecord } from '#domain/stock/contract.ts';
import type { stockHistory } from './stock-history.ts';

/** Filters the history by one product. */
export function ProductFilter({ list }: { list: List<StockRecord, typeof stockHistory.filters.defaults> }) {
  const { productId } = list.filters;
  const name = useProductName(productId, list.page?.items);
  return (
    <Field label="Product" className="wide-filter">
      {(control) => (
        <SearchSelect
          {...control}
          // Remounts when the filter is cleared or changed by going back.
          key={productId ? `${productId} ${name}` : 'all'}
          resource="products"
          placeholder="All products"
          value={productId ? { id: productId, label: name } : null}
          onChange={(choice) => list.change({ productId: choice?.id })}
          search={searchProducts}
          failure="Failed to load products"
        />
      )}
    </Field>
  );
}

/** The product's name: from its records, else from the product. Empty for archived products without records. */
function useProductName(id: string | undefined, records: StockRecord[] | undefined): string {
  const known = records?.find(({ productId }) => productId === id)?.productName;
  const { data } = useQuery({
    ...staffQuery(`/products/${id}`, product),
    enabled: id !== undefined && records !== undefined && known === undefined,
  });
  return known ?? data?.name ?? '';
}

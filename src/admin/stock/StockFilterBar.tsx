import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { StockFilters } from './stock-api.ts';

const STOCK = new Map([
  ['low', `Low Stock (${LOW_STOCK.warning} or fewer)`],
  ['out', 'Out of Stock'],
] as const);

interface Props {
  list: List<Product, StockFilters>;
  /** The names of categories with products, by slug. */
  categories: Map<string, string>;
}

export function StockFilterBar({ list: { filters, change, clear, isNarrowed }, categories }: Props) {
  return (
    <FilterBar label="Inventory" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Search Products"
        placeholder="Search by product name..."
        value={filters.search ?? ''}
        onSearch={(search) => change({ search })}
        className="wide-filter"
      />
      <SelectFilter
        label="Category"
        all="All Categories"
        value={filters.category}
        names={categories}
        onChange={(category) => change({ category })}
      />
      <SelectFilter label="Stock Status" all="All" value={filters.stock} names={STOCK} onChange={(stock) => change({ stock })} />
    </FilterBar>
  );
}

import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { ProductFilters } from './products-api.ts';
import { useCategoryOptions } from './use-category-options.ts';

const STOCK = new Map([
  [true, 'In Stock'],
  [false, 'Out of Stock'],
]);

export function ProductFilterBar({ list: { filters, change, clear, isNarrowed } }: { list: List<Product, ProductFilters> }) {
  const { options } = useCategoryOptions(filters.category);

  return (
    <FilterBar label="Products" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Search"
        placeholder="Search products..."
        value={filters.search ?? ''}
        onSearch={(search) => change({ search })}
        className="wide-filter"
      />
      <SelectFilter
        label="Category"
        all="All Categories"
        value={filters.category}
        names={new Map(options.map(({ value, label }) => [value, label]))}
        onChange={(category) => change({ category })}
      />
      <SelectFilter
        label="Stock Status"
        all="All"
        value={filters.inStock}
        names={STOCK}
        onChange={(inStock) => change({ inStock })}
      />
    </FilterBar>
  );
}

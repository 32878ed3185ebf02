import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { Select } from '#admin/kit/Select.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { Field } from '#components/ui/Field.tsx';
import type { Product } from '#shared/schemas/product.ts';
import type { ProductFilters } from './products-api.ts';
import { useCategoryOptions } from './use-category-options.ts';

const STOCK = [
  { value: '', label: 'All' },
  { value: 'true', label: 'In Stock' },
  { value: 'false', label: 'Out of Stock' },
];

/** Which products are listed: by words, by category, by stock. */
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
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={filters.category ?? ''}
            options={[{ value: '', label: 'All Categories' }, ...options]}
            onChange={(category) => change({ category: category || undefined })}
          />
        )}
      </Field>
      <Field label="Stock Status">
        {(control) => (
          <Select
            {...control}
            value={filters.inStock === undefined ? '' : String(filters.inStock)}
            options={STOCK}
            onChange={(inStock) => change({ inStock: inStock === '' ? undefined : inStock === 'true' })}
          />
        )}
      </Field>
    </FilterBar>
  );
}

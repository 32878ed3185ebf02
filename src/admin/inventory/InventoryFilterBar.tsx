import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { Select } from '#admin/kit/Select.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { Field } from '#components/ui/Field.tsx';
import type { Product } from '#shared/schemas/product.ts';
import { LOW_STOCK } from '#shared/shop.ts';
import type { InventoryFilters } from './inventory-api.ts';

const STOCK = [
  { value: '', label: 'All' },
  { value: 'low', label: `Low Stock (${LOW_STOCK.warning} or fewer)` },
  { value: 'out', label: 'Out of Stock' },
];

interface Props {
  list: List<Product, InventoryFilters>;
  /** The categories that have products, by their slugs. */
  categories: Map<string, string>;
}

/** Which shelves are listed: by name, by category, by how much is on them. */
export function InventoryFilterBar({ list: { filters, change, clear, isNarrowed }, categories }: Props) {
  const options = [{ value: '', label: 'All Categories' }, ...Array.from(categories, ([value, label]) => ({ value, label }))];
  return (
    <FilterBar label="Inventory" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Search Products"
        placeholder="Search by product name..."
        value={filters.search ?? ''}
        onSearch={(search) => change({ search })}
        className="wide-filter"
      />
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={filters.category ?? ''}
            options={options}
            placeholder={filters.category ?? ''}
            onChange={(category) => change({ category: category || undefined })}
          />
        )}
      </Field>
      <Field label="Stock Status">
        {(control) => (
          <Select
            {...control}
            value={filters.stock ?? ''}
            options={STOCK}
            onChange={(stock) => change({ stock: (stock || undefined) as InventoryFilters['stock'] })}
          />
        )}
      </Field>
    </FilterBar>
  );
}

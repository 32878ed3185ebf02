import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { Product } from '#shared/schemas/product.ts';
import { AdjustStock } from './AdjustStock.tsx';
import { InventoryFilterBar } from './InventoryFilterBar.tsx';
import { fetchShelves, inventoryFilters, useCategoryNames } from './inventory-api.ts';
import { inventoryColumns, inventoryExport } from './inventory-columns.tsx';

/** What is on the shelves: found, counted, corrected. */
export default function InventoryPage() {
  const list = useList({
    resource: 'shelves',
    filters: inventoryFilters,
    fetch: fetchShelves,
    failure: 'Failed to load products',
  });
  const categories = useCategoryNames();
  const [adjusted, setAdjusted] = useState<Product | null>(null);
  const categoryName = (slug: string) => categories.get(slug) ?? slug;

  return (
    <Screen
      title="Inventory"
      actions={<ExportButton noun="inventory" columns={inventoryExport(categoryName)} fetchPage={list.fetchPage} />}
    >
      <InventoryFilterBar list={list} categories={categories} />
      <DataList
        list={list}
        columns={inventoryColumns({ categoryName, onAdjust: setAdjusted })}
        keyOf={({ id }) => id}
        noun="products"
        empty="No products found"
      />
      {adjusted && <AdjustStock product={adjusted} onClose={() => setAdjusted(null)} />}
    </Screen>
  );
}

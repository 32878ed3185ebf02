import { useCategoryNames } from '#admin/kit/categories.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { AdjustStock } from './AdjustStock.tsx';
import { InventoryFilterBar } from './StockFilterBar.tsx';
import { fetchShelf, fetchShelves, inventoryFilters } from './stock-api.ts';
import { inventoryColumns, inventoryExport } from './stock-columns.tsx';

/** What is on the shelves: found, counted, corrected. */
export default function InventoryPage() {
  const list = useList({
    resource: 'shelves',
    filters: inventoryFilters,
    fetch: fetchShelves,
    failure: 'Failed to load products',
  });
  const categories = useCategoryNames(({ count }) => count > 0);
  const route = useRecordRoute({
    screen: '/admin/inventory',
    resource: 'shelves',
    items: list.page?.items,
    keyOf: ({ id }) => id,
    titleOf: ({ name }) => name,
    fetch: fetchShelf,
  });
  const { record: product, dialog, open, close } = route;
  const place = list.page?.items.findIndex(({ id }) => id === product?.id) ?? -1;
  const next = place === -1 ? undefined : list.page?.items[place + 1];
  const categoryName = (slug: string) => categories.get(slug) ?? slug;

  return (
    <Screen
      title="Inventory"
      actions={<ExportButton noun="inventory" columns={inventoryExport(categoryName)} fetchPage={list.fetchPage} />}
    >
      <InventoryFilterBar list={list} categories={categories} />
      <DataList
        list={list}
        columns={inventoryColumns({ categoryName, onAdjust: (product) => open(product) })}
        keyOf={({ id }) => id}
        hrefOf={route.hrefOf}
        noun="products"
        empty="No products found"
      />
      <RecordMissing route={route} noun="product" dialogs={['details']} />
      {product && dialog === 'details' && (
        <AdjustStock
          key={product.id}
          product={product}
          onClose={close}
          onNext={next ? () => open(next, undefined, { replace: true }) : null}
        />
      )}
    </Screen>
  );
}

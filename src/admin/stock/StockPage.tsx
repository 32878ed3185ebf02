import { useCategoryNames } from '#admin/kit/categories.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import { AdjustStock } from './AdjustStock.tsx';
import { stockLevels } from './stock-api.ts';
import { stockColumns, stockCsv } from './stock-columns.tsx';

const LEVELS = new Map([
  ['low', `Low Stock (${LOW_STOCK.warning} or fewer)`],
  ['out', 'Out of Stock'],
] as const);

/** Stock levels: find products and adjust their stock. */
export default function StockPage() {
  const list = useList(stockLevels);
  const categories = useCategoryNames('in use');
  const route = useRecordRoute(stockLevels, list.page?.items);
  const { record: product, dialog, open, close } = route;
  const index = list.page?.items.findIndex(({ id }) => id === product?.id) ?? -1;
  const next = index === -1 ? undefined : list.page?.items[index + 1];
  const categoryName = (slug: string) => categories.get(slug) ?? slug;

  return (
    <Screen
      title="Inventory"
      actions={<ExportButton noun="inventory" columns={stockCsv(categoryName)} fetchPage={list.fetchPage} />}
    >
      <ListFilters
        list={list}
        label="Inventory"
        fields={[
          { search: 'search', label: 'Search Products', placeholder: 'Search by product name...', isWide: true },
          { choice: 'category', label: 'Category', all: 'All Categories', names: categories },
          { choice: 'stock', label: 'Stock Status', all: 'All', names: LEVELS },
        ]}
      />
      <DataList
        list={list}
        columns={stockColumns({ categoryName, onAdjust: (product) => open(product) })}
        hrefOf={route.hrefOf}
      />
      <Deferred>
        <RecordMissing route={route} noun="product" dialogs={['details']} />
        {product && dialog === 'details' && (
          <AdjustStock
            key={product.id}
            product={product}
            onClose={close}
            onNext={next ? () => open(next, undefined, { replace: true }) : null}
          />
        )}
      </Deferred>
    </Screen>
  );
}

import { useCategoryNames } from '#admin/data/categories/queries.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { NotAllowedDialog } from '#admin/kit/NotAllowedDialog.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useMay, useRefusal } from '#admin/platform/rights.ts';
import { LOW_STOCK } from '#domain/limits.ts';
import { AdjustStock } from './AdjustStock.tsx';
import { LeftOverPieces } from './LeftOverPieces.tsx';
import { stockLevels } from './stock-api.ts';
import { stockColumns, stockCsv } from './stock-columns.tsx';
import { choiceRow, rowName, type StockRow, stockRows } from './stock-rows.ts';

const LEVELS = new Map([
  ['low', `Low Stock (${LOW_STOCK.warning} or fewer)`],
  ['out', 'Out of Stock'],
] as const);

/** Stock levels: find products and adjust their stock. */
export default function StockPage() {
  const mayCount = useMay('correct_stock');
  const refusal = useRefusal('correct_stock');
  const list = useList(stockLevels);
  const categories = useCategoryNames('in use');
  const route = useRecordRoute(stockLevels, list.page?.items);
  const { record: product, dialog, close } = route;
  const rows = list.page?.items.flatMap((item) => stockRows(item, list.filters));
  const open = ({ product, variant }: StockRow, options?: { replace?: boolean }) => route.open(product, variant?.id, options);
  const variant = product?.variants.find(({ id }) => id === dialog) ?? product?.variants[0];
  const row = product && (variant ? choiceRow(product, variant) : stockRows(product)[0]);
  const countable = rows?.filter(({ kind }) => kind !== 'group') ?? [];
  const index = countable.findIndex(({ id }) => id === row?.id);
  const next = index === -1 ? undefined : countable[index + 1];
  const categoryName = (slug: string) => categories.get(slug) ?? slug;
  const fetchRows = async () =>
    (await list.fetchWhole()).flatMap((item) => stockRows(item, list.filters)).filter(({ kind }) => kind !== 'group');

  return (
    <Screen
      title="Inventory"
      actions={
        <>
          {mayCount && (
            <Link href="/admin/stock-count" className="btn btn-outline px-4">
              Stock Count
            </Link>
          )}
          <Link href="/admin/labels" className="btn btn-outline px-4">
            Barcodes
          </Link>
          <ExportButton noun="inventory" columns={stockCsv(categoryName)} fetchWhole={fetchRows} />
        </>
      }
    >
      <ListFilters
        list={list}
        label="Inventory"
        fields={[
          { search: 'search', label: 'Search Products', placeholder: 'Search by product name or SKU...', isWide: true },
          { choice: 'category', label: 'Category', all: 'All Categories', names: categories },
          { choice: 'stock', label: 'Stock Status', all: 'All', names: LEVELS },
        ]}
      />
      <LeftOverPieces />
      <DataList
        list={{ ...list, page: list.page && { ...list.page, items: rows ?? [] } }}
        shown={list.page?.items.length}
        columns={stockColumns({ categoryName, onAdjust: (wanted) => open(wanted) })}
        hrefOf={({ product, variant }) => route.hrefOf(product, variant?.id)}
      />
      <Deferred>
        <RecordMissing route={route} noun="product" dialogs={['details', ...(product?.variants.map(({ id }) => id) ?? [])]} />
        {row && dialog && refusal && <NotAllowedDialog title="Not for your role" reason={refusal} onClose={close} />}
        {row && !refusal && (dialog === 'details' || dialog === variant?.id) && (
          <AdjustStock
            key={row.id}
            piece={{ ...row, productId: row.product.id, name: rowName(row) }}
            onClose={close}
            onNext={next ? () => open(next, { replace: true }) : null}
          />
        )}
      </Deferred>
    </Screen>
  );
}

import History from 'virtual:icons/rotate-ccw-clock';
import { formatCount } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { CsvColumn } from '#domain/csv.ts';
import { LOW_STOCK } from '#domain/limits.ts';
import { rowName, type StockRow } from './stock-rows.ts';

interface Options {
  categoryName: (slug: string) => string;
  onAdjust: (row: StockRow) => void;
}

/** The columns of the list. */
export function stockColumns({ categoryName, onAdjust }: Options): Column<StockRow>[] {
  return [
    { name: 'Product', slot: 'title', sortBy: 'name', cell: (row) => <Named row={row} /> },
    { name: 'Category', sortBy: 'category', cell: ({ product }) => categoryName(product.category) },
    {
      name: 'Current Stock',
      sortBy: 'stockQuantity',
      align: 'right',
      cell: ({ stockQuantity }) => <span className="font-medium tabular-nums">{formatCount(stockQuantity)}</span>,
    },
    { name: 'Status', slot: 'corner', cell: (row) => <StockBadge row={row} /> },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (row) => (
        <div className="flex flex-wrap justify-end gap-2">
          {row.kind !== 'choice' && (
            <Link
              href={`/admin/history?productId=${row.product.id}`}
              aria-label={`History of ${row.product.name}`}
              className="btn btn-quiet px-3"
            >
              <History className="size-4" />
              History
            </Link>
          )}
          {row.kind !== 'group' && (
            <MayButton
              right="correct_stock"
              onClick={() => onAdjust(row)}
              aria-label={`Adjust Stock of ${rowName(row)}`}
              className="btn btn-outline px-4"
            >
              Adjust Stock
            </MayButton>
          )}
        </div>
      ),
    },
  ];
}

function Named({ row: { kind, product, choice, sku } }: { row: StockRow }) {
  const note = kind === 'group' ? `${product.variants.length} choices` : sku;
  if (kind === 'choice') {
    return (
      <span className="block min-w-0 break-words lg:border-l-2 lg:border-line lg:pl-3 lg:ml-6">
        <span className="block text-sm font-normal text-muted lg:sr-only">{product.name} </span>
        {choice}
        <span className="block text-sm font-normal text-muted tabular-nums"> {note}</span>
      </span>
    );
  }
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={product.images[0] ?? null} />
      <span className="min-w-0">
        <span className="break-words">{product.name}</span>
        <span className="block text-sm font-normal text-muted tabular-nums"> {note}</span>
        {!product.isAvailable && <span className="block text-sm font-normal text-muted">Switched off in the shop</span>}
      </span>
    </span>
  );
}

/** Whether shoppers can buy it; red when stock is low. */
function StockBadge({ row: { inStock, stockQuantity } }: { row: StockRow }) {
  return (
    <span className={`badge ${stockQuantity <= LOW_STOCK.warning ? 'tone-stop' : inStock ? 'tone-done' : 'tone-plain'}`}>
      {inStock ? 'In Stock' : 'Out of Stock'}
    </span>
  );
}

/** The columns of the CSV export. */
export function stockCsv(categoryName: (slug: string) => string): CsvColumn<StockRow>[] {
  return [
    { name: 'Product', value: ({ product }) => product.name },
    { name: 'Category', value: ({ product }) => categoryName(product.category) },
    { name: 'Current Stock', value: ({ stockQuantity }) => stockQuantity },
    { name: 'Status', value: ({ inStock }) => (inStock ? 'In Stock' : 'Out of Stock') },
    { name: 'Color', value: ({ variant }) => variant?.color ?? '' },
    { name: 'Size', value: ({ variant }) => variant?.size ?? '' },
    { name: 'SKU', value: ({ sku }) => sku },
  ];
}

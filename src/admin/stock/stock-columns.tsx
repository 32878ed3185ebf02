import { History } from 'lucide-react';
import { formatCount } from '#admin/kit/formats.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { CsvColumn } from '#shared/csv.ts';
import { LOW_STOCK } from '#shared/limits.ts';
import type { Product } from '#shared/schemas/products.ts';

interface Options {
  categoryName: (slug: string) => string;
  onAdjust: (product: Product) => void;
}

/** The columns of the list. */
export function stockColumns({ categoryName, onAdjust }: Options): Column<Product>[] {
  return [
    { name: 'Product', slot: 'title', sortBy: 'name', cell: (product) => <Named product={product} /> },
    { name: 'Category', sortBy: 'category', cell: ({ category }) => categoryName(category) },
    {
      name: 'Current Stock',
      sortBy: 'stockQuantity',
      align: 'right',
      cell: ({ stockQuantity }) => <span className="font-medium tabular-nums">{formatCount(stockQuantity)}</span>,
    },
    { name: 'Status', slot: 'corner', cell: (product) => <StockBadge product={product} /> },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (product) => (
        <div className="flex flex-wrap justify-end gap-2">
          <Link
            href={`/admin/history?productId=${product.id}`}
            aria-label={`History of ${product.name}`}
            className="btn px-3 hover:bg-cream"
          >
            <History aria-hidden className="size-4" />
            History
          </Link>
          <button
            type="button"
            onClick={() => onAdjust(product)}
            aria-label={`Adjust Stock of ${product.name}`}
            className="btn btn-outline px-4"
          >
            Adjust Stock
          </button>
        </div>
      ),
    },
  ];
}

function Named({ product }: { product: Product }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={product.images[0] ?? null} />
      <span className="min-w-0">
        <span className="break-words">{product.name}</span>
        {!product.isAvailable && <span className="block text-sm font-normal text-muted">Switched off in the shop</span>}
      </span>
    </span>
  );
}

/** Whether shoppers can buy it; red when stock is low. */
function StockBadge({ product: { inStock, stockQuantity } }: { product: Product }) {
  return (
    <span className={`badge ${stockQuantity <= LOW_STOCK.warning ? 'tone-stop' : inStock ? 'tone-done' : 'tone-plain'}`}>
      {inStock ? 'In Stock' : 'Out of Stock'}
    </span>
  );
}

/** The columns of the CSV export. */
export function stockCsv(categoryName: (slug: string) => string): CsvColumn<Product>[] {
  return [
    { name: 'Product', value: ({ name }) => name },
    { name: 'Category', value: ({ category }) => categoryName(category) },
    { name: 'Current Stock', value: ({ stockQuantity }) => stockQuantity },
    { name: 'Status', value: ({ inStock }) => (inStock ? 'In Stock' : 'Out of Stock') },
  ];
}

import ExternalLink from 'virtual:icons/external-link';
import Pencil from 'virtual:icons/pencil';
import Trash from 'virtual:icons/trash';
import { formatCount } from '#admin/kit/formats.ts';
import { Day } from '#admin/kit/Moment.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { CATALOG_COLUMNS, type catalogRows } from '#domain/catalog/catalog-csv.ts';
import type { CsvColumn } from '#domain/csv.ts';
import type { Product } from '#domain/products/contract.ts';
import { products } from './products-api.ts';

interface Actions {
  onEdit: (product: Product) => void;
  onDelete: (product: Product) => void;
  categoryName: (slug: string) => string;
}

/** The columns of the list. */
export function productColumns({ onEdit, onDelete, categoryName }: Actions): Column<Product>[] {
  return [
    { name: 'Product', slot: 'title', sortBy: 'name', className: 'max-w-96', cell: (product) => <Named product={product} /> },
    { name: 'Category', className: 'max-w-56 break-words', cell: ({ category }) => categoryName(category) },
    { name: 'Price', sortBy: 'price', align: 'right', cell: (product) => <Price product={product} /> },
    { name: 'Stock', slot: 'corner', cell: (product) => <Stock product={product} /> },
    { name: 'Flags', cell: (product) => <Flags product={product} /> },
    {
      name: 'Added',
      sortBy: 'createdAt',
      firstOrder: 'desc',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Day of={createdAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (product) => (
        <>
          <a
            href={`/product/${product.id}`}
            target="_blank"
            rel="noopener"
            aria-label={`View ${product.name} in shop`}
            className="btn-icon max-lg:hidden"
          >
            <ExternalLink className="size-5" />
          </a>
          <MayButton
            right={products.rights['details']}
            onClick={() => onEdit(product)}
            aria-label={`Edit ${product.name}`}
            className="btn-icon"
          >
            <Pencil className="size-5" />
          </MayButton>
          <MayButton
            right={products.rights['delete']}
            onClick={() => onDelete(product)}
            aria-label={`Delete ${product.name}`}
            className="btn-icon text-muted hover:text-danger"
          >
            <Trash className="size-5" />
          </MayButton>
        </>
      ),
    },
  ];
}

function Named({ product }: { product: Product }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={product.images[0] ?? null} />
      <span className="line-clamp-3 min-w-0 break-words">{product.name}</span>
    </span>
  );
}

function Price({ product: { price, originalPrice } }: { product: Product }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{formatPrice(price)}</span>
      {originalPrice !== null && (
        <s className="block text-sm text-muted">
          <span className="sr-only">Before: </span>
          {formatPrice(originalPrice)}
        </s>
      )}
    </span>
  );
}

function Stock({ product: { inStock, stockQuantity } }: { product: Product }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className={`badge ${inStock ? 'tone-done' : 'tone-stop'}`}>{inStock ? 'In Stock' : 'Out of Stock'}</span>
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">{formatCount(stockQuantity)}</span>
    </span>
  );
}

function Flags({ product: { isNew, isFeatured, isAvailable } }: { product: Product }) {
  if (!isNew && !isFeatured && isAvailable) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {isNew && <span className="badge tone-work">New</span>}
      {isFeatured && <span className="badge tone-wait">Featured</span>}
      {!isAvailable && <span className="badge tone-stop">Switched off</span>}
    </span>
  );
}

/** The columns of the CSV export, which the import reads back. */
export const productCsv: CsvColumn<ReturnType<typeof catalogRows>[number]>[] = CATALOG_COLUMNS.map((name) => ({
  name,
  value: (row) => row[name],
}));

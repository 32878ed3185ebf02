import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { LOW_STOCK } from '#shared/shop.ts';
import { TOP_COUNT } from './listed.ts';

interface Props {
  products: Dashboard['lowStockProducts'];
  categories: Dashboard['categoryStats'];
}

/** What runs out, the emptiest shelf first; each leads to where its stock is changed. */
export function LowStockProducts({ products, categories }: Props) {
  const names = new Map(categories.map(({ category, name }) => [category, name]));

  return (
    <Section
      title="Low Stock Products"
      isEmpty={products.length === 0}
      empty="No low stock products"
      action={
        <Link href="/admin/inventory?stock=low&sortBy=stockQuantity" className="quiet-link">
          Inventory
        </Link>
      }
    >
      <ul className="panel grow divide-y divide-line px-4 sm:px-5">
        {products.slice(0, TOP_COUNT).map(({ id, name, category, stockQuantity }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 py-2.5">
            <span className="min-w-0 grow">
              <Link
                href={`/admin/inventory?${new URLSearchParams({ search: name })}`}
                className="-my-2 inline-block py-2 break-words decoration-gold underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <span className="block text-sm break-words text-muted">{names.get(category) ?? category}</span>
            </span>
            <span className={`badge shrink-0 tabular-nums ${stockQuantity <= LOW_STOCK.critical ? 'tone-stop' : 'tone-wait'}`}>
              {formatCount(stockQuantity)} in stock
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

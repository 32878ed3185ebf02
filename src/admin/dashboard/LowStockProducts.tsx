import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { LOW_STOCK } from '#shared/limits.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { DashboardList } from './DashboardList.tsx';

interface Props {
  products: Dashboard['lowStockProducts'];
  categories: Dashboard['categoryStats'];
}

/** Products that run out, lowest stock first, each linked to where its stock is adjusted. */
export function LowStockProducts({ products, categories }: Props) {
  const names = new Map(categories.map(({ category, name }) => [category, name]));

  return (
    <DashboardList
      title="Low Stock Products"
      items={products}
      keyOf={({ id }) => id}
      empty="No low stock products"
      screen={{ href: '/admin/inventory?stock=low&sortBy=stockQuantity', label: 'Inventory' }}
      padding="py-2.5"
    >
      {({ name, category, stockQuantity }) => (
        <>
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
        </>
      )}
    </DashboardList>
  );
}

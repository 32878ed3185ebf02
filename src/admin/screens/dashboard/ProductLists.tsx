import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { LOW_STOCK } from '#domain/limits.ts';
import type { Dashboard } from '#domain/reports/contract.ts';
import { DashboardList, Row } from './DashboardList.tsx';

const TOP_COUNT = 5;

/** The best sellers of the period, by pieces. */
export function TopSellingProducts({ dashboard: { topProducts } }: { dashboard: Dashboard }) {
  return (
    <DashboardList title="Top Selling Products" period="Last 30 days" href="/admin/sales" link="Sales">
      {topProducts.slice(0, TOP_COUNT).map(({ productId, productName, totalQuantity, totalRevenue, keptQuantity }, index) => (
        <Row key={productId} isRoomy>
          <span aria-hidden className="w-4 shrink-0 text-sm text-muted tabular-nums">
            {index + 1}
          </span>
          <span className="min-w-0 grow">
            <Link href={`/admin/products/${productId}`} className="entry-link inline-block py-2 break-words">
              {productName}
            </Link>
          </span>
          <span className="shrink-0 text-right tabular-nums">
            <span className="block font-medium">{formatPrice(totalRevenue)}</span>
            <span className="block text-sm text-muted">
              {formatCount(totalQuantity)} sold{keptQuantity < totalQuantity && `, ${formatCount(keptQuantity)} kept`}
            </span>
          </span>
        </Row>
      ))}
    </DashboardList>
  );
}

/** Products that run out, lowest stock first, each linked to where its stock is adjusted. */
export function LowStockProducts({ dashboard: { lowStockProducts, categoryStats } }: { dashboard: Dashboard }) {
  const mayBuy = useMay('buy_stock');
  const names = new Map(categoryStats.map(({ category, name }) => [category, name]));
  return (
    <DashboardList
      title="Low Stock Products"
      empty="No low stock products"
      href="/admin/inventory?stock=low&sortBy=stockQuantity"
      link="Inventory"
      before={
        mayBuy && (
          <Link href="/admin/reorder" className="quiet-link">
            Reorder
          </Link>
        )
      }
    >
      {lowStockProducts.slice(0, TOP_COUNT).map(({ id, name, category, stockQuantity }) => (
        <Row key={id} isRoomy>
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
        </Row>
      ))}
    </DashboardList>
  );
}

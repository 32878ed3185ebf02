import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { DashboardList } from './DashboardList.tsx';

/** The best sellers of the period, by pieces. */
export function TopSellingProducts({ products }: { products: Dashboard['topProducts'] }) {
  return (
    <DashboardList
      title="Top Selling Products"
      items={products}
      keyOf={({ productId }) => productId}
      screen={{ href: '/admin/sales', label: 'Sales' }}
      isRanked
      padding="py-2.5"
    >
      {({ productId, productName, totalQuantity, totalRevenue }) => (
        <>
          <span className="min-w-0 grow">
            <Link href={`/admin/products/${productId}`} className="record-link inline-block py-2 break-words">
              {productName}
            </Link>
          </span>
          <span className="shrink-0 text-right tabular-nums">
            <span className="block font-medium">{formatPrice(totalRevenue)}</span>
            <span className="block text-sm text-muted">{formatCount(totalQuantity)} sold</span>
          </span>
        </>
      )}
    </DashboardList>
  );
}

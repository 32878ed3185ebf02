import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { TOP_COUNT } from './listed.ts';

/** What sold best in the period, by pieces. */
export function TopSellingProducts({ products }: { products: Dashboard['topProducts'] }) {
  return (
    <Section
      title="Top Selling Products"
      isEmpty={products.length === 0}
      action={
        <Link href="/admin/sales" className="quiet-link">
          Sales
        </Link>
      }
    >
      <ol className="panel grow divide-y divide-line px-4 sm:px-5">
        {products.slice(0, TOP_COUNT).map(({ productId, productName, totalQuantity, totalRevenue }, index) => (
          <li key={productId} className="flex min-h-14 items-center gap-4 py-2.5">
            <span aria-hidden className="w-4 shrink-0 font-serif text-lg text-gold-deep lining-nums tabular-nums">
              {index + 1}
            </span>
            <span className="min-w-0 grow">
              <Link href={`/admin/products/${productId}`} className="entry-link inline-block py-2 break-words">
                {productName}
              </Link>
            </span>
            <span className="shrink-0 text-right tabular-nums">
              <span className="block font-medium">{formatPrice(totalRevenue)}</span>
              <span className="block text-sm text-muted">{formatCount(totalQuantity)} sold</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

import Boxes from 'virtual:icons/boxes';
import ClipboardList from 'virtual:icons/clipboard-list';
import Gem from 'virtual:icons/gem';
import ShoppingBag from 'virtual:icons/shopping-bag';
import Truck from 'virtual:icons/truck';
import Wallet from 'virtual:icons/wallet';
import { StatCard } from '#admin/kit/charts/StatCard.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { useRights } from '#admin/platform/rights.ts';
import type { Dashboard } from '#domain/reports/contract.ts';
import { isAllowed } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';

const COMPARED = 'vs the 30 days before';

/** The six totals of the period, each linked to what it counts. */
export function StatCards({ dashboard: { overview: now, previous: before, period } }: { dashboard: Dashboard }) {
  const rights = useRights();
  const mayOpen = (card: object) => isAllowed(rights, 'right' in card ? (card.right as Right) : undefined);
  const days = new URLSearchParams(period);
  const orderDays = new URLSearchParams({ dateFrom: period.startDate, dateTo: period.endDate });
  const cards = [
    // Not what the days brought, but what there is now.
    {
      label: 'Total Products',
      total: 'totalProducts',
      Icon: Gem,
      href: '/admin/products',
      format: formatCount,
      compared: 'on sale now, vs 30 days ago',
    },
    { label: 'Total Orders', total: 'totalOrders', Icon: ShoppingBag, href: `/admin/orders?${orderDays}`, format: formatCount },
    { label: 'Total Sales', total: 'totalSales', Icon: Boxes, href: '/admin/sales', format: pieces },
    {
      label: 'Total Revenue',
      total: 'totalRevenue',
      Icon: Wallet,
      href: '/admin/sales',
      format: formatPrice,
      // Sales tells what of it was delivered, and what is left.
      compared: `as ordered, ${COMPARED}`,
    },
    {
      label: 'Purchase Orders',
      right: 'buy_stock',
      total: 'totalPurchaseOrders',
      Icon: ClipboardList,
      href: `/admin/purchase-orders?${days}`,
      format: formatCount,
    },
    { label: 'Shipments', total: 'totalShipments', Icon: Truck, href: `/admin/shipments?${days}`, format: formatCount },
  ] as const;

  return (
    <section aria-labelledby="last-30-days">
      <h2 id="last-30-days" className="mb-3 text-xl">
        Last 30 days
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:gap-4 2xl:grid-cols-6">
        {cards.filter(mayOpen).map(({ label, total, Icon, href, format, ...card }) => (
          <li key={label}>
            <StatCard
              label={label}
              value={format(now[total])}
              now={now[total]}
              before={before[total]}
              compared={'compared' in card ? card.compared : COMPARED}
              Icon={Icon}
              href={href}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function pieces(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
}

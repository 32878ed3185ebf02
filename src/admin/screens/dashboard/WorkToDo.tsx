import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useRights } from '#admin/platform/rights.ts';
import type { OrderWork } from '#domain/orders/contract.ts';
import type { DeskWork } from '#domain/reports/contract.ts';
import { isAllowed, type NeededRight } from '#domain/rights/needed.ts';

/** One line on a wide screen, or two. */
const COLUMNS: Record<number, string> = { 5: 'lg:grid-cols-5', 6: 'lg:grid-cols-6' };

/** What waits to be done, each count linked to its list. A zero is muted. */
export function WorkToDo({ work }: { work: DeskWork }) {
  const rights = useRights();
  const inOrders = (label: string, count: number, list: OrderWork) => ({
    label,
    count,
    href: `/admin/orders?work=${list}`,
    right: 'see_orders' as NeededRight,
  });
  const tasks = [
    inOrders('Orders to confirm', work.toConfirm, 'to_confirm'),
    inOrders('Orders to pack', work.toPack, 'to_pack'),
    inOrders('Orders to hand over', work.toHandOver, 'to_hand_over'),
    inOrders('Orders that came back', work.returned, 'returned'),
    // Only while there is some: most shops are paid at the door.
    ...(work.awaitsMoney > 0 ? [inOrders('Orders waiting for money', work.awaitsMoney, 'awaits_money')] : []),
    ...(work.toRefund ? [inOrders('Orders to refund', work.toRefund, 'to_refund')] : []),
    {
      label: 'Products low on stock',
      count: work.lowStock,
      href: '/admin/inventory?stock=low&sortBy=stockQuantity',
      right: 'none' as NeededRight,
    },
  ].filter(({ right }) => isAllowed(rights, right));

  return (
    <section aria-label="To do">
      <ul className={`grid grid-cols-2 gap-3 md:grid-cols-3 ${COLUMNS[tasks.length] ?? 'lg:grid-cols-4'} lg:gap-4`}>
        {tasks.map(({ label, count, href }) => (
          <li key={label}>
            <Link
              href={href}
              className={`panel flex h-full items-center justify-between gap-3 px-4 py-3 transition-colors hover:border-gold ${count > 0 ? 'border-gold/60' : 'text-muted'}`}
            >
              <span className="text-sm">{label}</span>
              <span className="text-xl leading-none font-medium tabular-nums">{formatCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

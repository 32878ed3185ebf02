import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useRights } from '#admin/platform/rights.ts';
import type { DeskWork } from '#domain/reports/contract.ts';
import { isAllowed } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';

/** What waits to be done, each count linked to its list. A zero is muted. */
export function WorkToDo({ work }: { work: DeskWork }) {
  const rights = useRights();
  const { toRefund = 0 } = work;
  const tasks = [
    { label: 'Pending orders', count: work.toConfirm, href: '/admin/orders?status=pending', right: 'see_orders' as Right },
    { label: 'Orders to pack', count: work.toPack, href: '/admin/orders?status=processing', right: 'see_orders' as Right },
    {
      label: 'Parcels to hand over',
      count: work.toHandOver,
      href: '/admin/shipments?status=preparing',
      right: 'see_orders' as Right,
    },
    { label: 'Parcels that came back', count: work.returned, href: '/admin/orders?work=returned', right: 'see_orders' as Right },
    // Only while there is some: most shops are paid at the door.
    ...(toRefund > 0
      ? [{ label: 'Orders to refund', count: toRefund, href: '/admin/orders?work=to_refund', right: 'see_orders' as Right }]
      : []),
    {
      label: 'Products low on stock',
      count: work.lowStock,
      href: '/admin/inventory?stock=low&sortBy=stockQuantity',
      right: 'none' as const,
    },
  ].filter(({ right }) => isAllowed(rights, right));

  return (
    <section aria-label="To do">
      <ul className={`grid grid-cols-2 gap-3 md:grid-cols-3 ${toRefund > 0 ? 'lg:grid-cols-6' : 'lg:grid-cols-5'} lg:gap-4`}>
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

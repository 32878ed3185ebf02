import { useStore } from '@nanostores/react';
import { CONFIRMATION_STATES } from '#admin/kit/confirmation-labels.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { $session } from '#admin/platform/session.ts';
import { formatPrice } from '#shared/money.ts';
import type { Confirmation } from '#shared/schemas/confirmation.ts';
import type { DeskOrder } from '#shared/schemas/confirmations.ts';

interface Props {
  items: DeskOrder[];
  /** How many wait in all. */
  total: number;
  current: string | undefined;
  onOpen: (orderId: string) => void;
}

/** The orders that wait, most urgent first. Opening one claims it. */
export function Queue({ items, total, current, onOpen }: Props) {
  const session = useStore($session);
  const me = 'admin' in session ? session.admin.id : '';
  return (
    <nav aria-label="Queue" className="panel">
      <ul className="divide-y divide-line">
        {items.map(({ order: { id, orderNumber, customerName, city, totalAmount, confirmation } }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              aria-current={id === current ? 'true' : undefined}
              className="w-full cursor-pointer px-4 py-2.5 text-left hover:bg-ivory aria-[current=true]:bg-cream"
            >
              <span className="flex justify-between gap-3">
                <span dir="auto" className="min-w-0 truncate">
                  {customerName}
                </span>
                <span className="whitespace-nowrap tabular-nums">{formatPrice(totalAmount)}</span>
              </span>
              <span className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
                <span className="min-w-0 truncate">
                  {orderNumber}
                  {city && ` · ${city}`}
                </span>
                {confirmation && confirmation.state !== 'unconfirmed' && (
                  <StatusBadge label={CONFIRMATION_STATES[confirmation.state]} />
                )}
              </span>
              {confirmation && <span className="block text-xs text-muted">{standOf(confirmation, me)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">and {total - items.length} more</p>
      )}
    </nav>
  );
}

/** Who has it, or when it is due. */
function standOf({ claimedBy, claimedUntil, dueAt }: Confirmation, me: string): string {
  if (claimedBy?.id === me) return 'You work on it';
  if (claimedBy && claimedUntil) return `${claimedBy.name} works on it until ${formatMoment(claimedUntil)}`;
  if (!dueAt) return '';
  return Date.parse(dueAt) > Date.now() ? `Due ${formatMoment(dueAt)}` : `Waits since ${formatMoment(dueAt)}`;
}

import { useStore } from '@nanostores/react';
import { confirmationLabel } from '#admin/data/confirmations/labels.ts';
import { placeOf, unitsOf } from '#admin/data/orders/labels.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { $session } from '#admin/platform/session.ts';
import type { DeskOrder } from '#domain/confirmations/contract.ts';
import { dueText } from './due-text.ts';

interface Props {
  items: DeskOrder[];
  /** The order in work. */
  current?: string | undefined;
  onOpen: (orderId: string) => void;
}

/** The orders that wait, most urgent first. Opening one claims it. */
export function Queue({ items, current, onOpen }: Props) {
  const session = useStore($session);
  const me = 'admin' in session ? session.admin.id : '';
  return (
    <ul className="panel divide-y divide-line">
      {items.map(({ order, order: { id, orderNumber, customerName, totalAmount, confirmation }, attempts }) => (
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
                {[placeOf(order), countText('piece', unitsOf(order))].map((said) => said && ` · ${said}`)}
              </span>
              {confirmation && confirmation.state !== 'unconfirmed' && <StatusBadge label={confirmationLabel(confirmation)} />}
            </span>
            {confirmation && (
              <span className="flex justify-between gap-3 text-xs text-muted">
                <span>{dueText(confirmation, me)}</span>
                <span className="whitespace-nowrap tabular-nums">
                  {attempts.length > 0 && `${countText('attempt', attempts.length)} · `}Score {confirmation.score}
                </span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

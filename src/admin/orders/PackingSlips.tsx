import './packing-slip.css';
import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import type { Order } from '#shared/schemas/orders.ts';
import { PackingSlip } from './PackingSlip.tsx';
import { $paper } from './slip-paper.ts';

/** The packing slips of orders, each on a sheet of its own. On paper only: while they are on the page, printing prints them and nothing else. */
export function PackingSlips({ orders }: { orders: Order[] }) {
  const paper = useStore($paper);
  return createPortal(
    <div aria-hidden="true" className={`print-only slips-${paper}`}>
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  );
}

import { useState } from 'react';
import { CashHolderForm } from '#admin/data/orders/CashHolder.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { orders } from './orders.ts';

/** What nobody has received of a delivered order, and where to say that it came. Nothing for other orders. */
export function CashNotReceived({ order }: { order: StaffOrder }) {
  const [isAsking, setAsking] = useState(false);
  const change = useStatusChange(orders);
  if (order.status !== 'delivered' || isHiddenSum(order.totalAmount) || dueOnDelivery(order) === 0) return null;
  return (
    <section
      aria-label="Cash not received"
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md bg-notice px-4 py-3 text-sm"
    >
      <p className="min-w-60 grow basis-0">
        <strong className="font-medium">{formatPrice(dueOnDelivery(order))} of this order is not received.</strong> It was
        delivered, and nobody has the cash yet.
      </p>
      <MayButton right="send_parcels" onClick={() => setAsking(true)} className="btn btn-outline btn-small">
        It was received
      </MayButton>
      {isAsking && (
        <CashHolderForm
          orders={1}
          isLater
          onAnswer={(answer) => change(order, 'delivered', answer)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

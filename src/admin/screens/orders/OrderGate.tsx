import { useState } from 'react';
import { AwaitsProof } from '#admin/data/orders/AwaitsProof.tsx';
import { StoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isUnshipped } from '#domain/orders/status.ts';

/** Why an order cannot be shipped yet and the way around it, or who went that way. Nothing for an order that the gate lets through. */
export function OrderGate({ order }: { order: StaffOrder }) {
  const [isAsking, setAsking] = useState(false);
  const { id, confirmation, status, orderNumber } = order;
  if (confirmation?.override) {
    const { because, by, at } = confirmation.override;
    return (
      <p className="mt-4 rounded-md bg-cream px-4 py-3 text-sm break-words">
        May go out unconfirmed: “{because}”{' '}
        <span className="text-muted">{[by, formatMoment(at)].filter(Boolean).join(', ')}</span>
      </p>
    );
  }
  if (order.awaitsProof) {
    return (
      <div className="mt-4">
        <AwaitsProof order={order} />
      </div>
    );
  }
  if (confirmation?.gate !== 'closed' || !isUnshipped({ status })) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-cream px-4 py-3 text-sm">
      <p>
        <strong className="font-medium">Not confirmed yet.</strong> It can be shipped when somebody confirmed it.
      </p>
      <MayButton
        right={['confirm_orders', 'override_confirmation']}
        onClick={() => setAsking(true)}
        className="btn btn-outline btn-small"
      >
        Confirm, or let it go out…
      </MayButton>
      {isAsking && (
        <StoppedOrders
          orders={[{ orderId: id, orderNumber }]}
          onPassed={() => toast(`Order ${orderNumber} may go out`)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

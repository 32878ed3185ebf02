import { useState } from 'react';
import { AwaitsProof } from '#admin/data/orders/AwaitsProof.tsx';
import { StoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isUnshipped } from '#domain/orders/status.ts';

const ASKED = 'Nobody has said that they want it.';

const WAITS = {
  money: 'The advance has not arrived: the order is confirmed, and can be sent once it is booked.',
  pieces: 'It is an exchange: it can be sent when the pieces it is for are back.',
};

/** Why an order cannot be shipped yet and the way around it, or who went that way. Nothing for an order that the gate lets through. */
export function OrderGate({ order }: { order: StaffOrder }) {
  const [isAsking, setAsking] = useState(false);
  const { id, confirmation, status, orderNumber } = order;
  const waitsFor = confirmation?.state === 'confirmed' ? confirmation.waitsFor : null;
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
  const isUnconfirmed = confirmation && confirmation.state !== 'confirmed' && status === 'pending';
  if (!confirmation || !isUnshipped({ status }) || (confirmation.gate === 'open' && !isUnconfirmed && !waitsFor)) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-cream px-4 py-3 text-sm">
      <p>
        <strong className="font-medium">{waitsFor ? `Waiting for ${waitsFor}.` : 'Not confirmed yet.'}</strong>{' '}
        {waitsFor
          ? WAITS[waitsFor]
          : confirmation.gate === 'closed'
            ? 'It can be shipped once somebody has confirmed it.'
            : ASKED}
      </p>
      <MayButton
        right={waitsFor ? 'override_confirmation' : ['confirm_orders', 'override_confirmation']}
        onClick={() => setAsking(true)}
        className="btn btn-outline btn-small"
      >
        {waitsFor ? 'Let it go out…' : 'Confirm, or let it go out…'}
      </MayButton>
      {isAsking && (
        <StoppedOrders
          orders={[{ orderId: id, orderNumber, waitsFor }]}
          onPassed={() => toast(`Order ${orderNumber} may go out`)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

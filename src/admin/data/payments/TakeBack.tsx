import { AskReason } from '#admin/kit/AskReason.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Payment, payment, paymentReversal } from '#domain/payments/contract.ts';
import { paymentName } from './labels.ts';

/** Takes back a payment that was booked by mistake. Both rows stay in the ledger. */
export function TakeBack({ booked, onClose }: { booked: Payment; onClose: () => void }) {
  const name = `${paymentName(booked)}, ${formatPrice(booked.amount)}`;
  return (
    <AskReason
      title="Take Back"
      schema={paymentReversal}
      action="Take back"
      save={(reason) => callStaffApi('POST', `/payments/${booked.id}/reversal`, { body: { reason }, schema: payment })}
      done={`${name}: taken back`}
      failure="Failed to take the payment back"
      hint="As “Booked at the wrong order”"
      onClose={onClose}
    >
      <p>
        <strong className="font-medium">{name}</strong>
        <span className="block text-sm text-muted">
          For what was booked by mistake. Money that goes back to the customer is a refund instead.
        </span>
      </p>
    </AskReason>
  );
}

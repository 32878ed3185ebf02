import { useState } from 'react';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { Payment } from '#domain/payments/contract.ts';
import { mayTakeBack, methodText, paymentName, signedPrice, takenBackWith, toCustomer } from './labels.ts';
import { TakeBack } from './TakeBack.tsx';

interface Props {
  payments: Payment[];
  /** The side that the signs are of. */
  of: 'shop' | 'customer';
  orderStatus?: string;
  /** Each names its order, where they are of several. */
  showsOrder?: boolean;
}

/** Payments, each with a button that takes it back where staff may. */
export function PaymentRows({ payments, of, orderStatus, showsOrder = false }: Props) {
  const [takenBack, setTakenBack] = useState<Payment | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex justify-between gap-x-4 py-2.5">
            <div className="min-w-0">
              <p className={payment.isReversed ? 'text-muted line-through' : ''}>
                {paymentName(payment)}
                {methodText(payment) && <span className="text-sm text-muted"> · {methodText(payment)}</span>}
              </p>
              {payment.reason && (
                <p dir="auto" className="text-sm break-words">
                  {payment.reason}
                </p>
              )}
              <p className="text-xs text-muted">
                {[payment.actorName, formatMoment(payment.createdAt)].filter(Boolean).join(' · ')}
                {showsOrder && payment.orderNumber && (
                  <>
                    {' · '}
                    <Link href={`/admin/orders/${payment.orderNumber}`} className="quiet-link">
                      {payment.orderNumber}
                    </Link>
                  </>
                )}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end">
              <p className={`tabular-nums ${payment.isReversed ? 'text-muted line-through' : 'font-medium'}`}>
                {signedPrice(of === 'customer' ? toCustomer(payment) : -toCustomer(payment))}
              </p>
              {mayTakeBack(payment, orderStatus) && (
                <MayButton
                  right={takenBackWith(payment)}
                  aria-label={`Take back: ${paymentName(payment)}`}
                  onClick={() => setTakenBack(payment)}
                  className="btn btn-quiet btn-small"
                >
                  Take back
                </MayButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {takenBack && <TakeBack booked={takenBack} onClose={() => setTakenBack(null)} />}
    </>
  );
}

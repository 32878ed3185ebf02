import { useState } from 'react';
import { PaymentRows } from '#admin/data/payments/PaymentRows.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import { GiveCredit } from './GiveCredit.tsx';

/** A customer's store credit, and how it came about. */
export function CustomerCredit({ customer }: { customer: CustomerDetails }) {
  const [isGiving, setGiving] = useState(false);
  const { credit, creditHistory } = customer;
  return (
    <section aria-label="Store credit" className="panel px-4 py-2 sm:px-5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4">
        <h3 className="panel-heading grow">Store credit</h3>
        <MayButton right="refund" onClick={() => setGiving(true)} className="btn btn-outline btn-small">
          Give credit…
        </MayButton>
        <p className="text-lg font-medium tabular-nums">{formatPrice(credit)}</p>
      </div>
      {creditHistory.length > 0 && <PaymentRows payments={creditHistory} of="customer" showsOrder />}
      {isGiving && <GiveCredit customer={customer} onClose={() => setGiving(false)} />}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityLink } from '#admin/data/activity/ActivityLink.tsx';
import { PaymentRows } from '#admin/data/payments/PaymentRows.tsx';
import { supplierDetailsOf, suppliers } from '#admin/data/suppliers/definition.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import type { Supplier } from '#domain/suppliers/contract.ts';
import { PaySupplier } from './PaySupplier.tsx';
import { PricesPaid } from './PricesPaid.tsx';
import { SupplierOrders } from './SupplierOrders.tsx';

interface Props {
  item: Supplier;
  onClose: () => void;
  onEdit: () => void;
}

/** Everything about one supplier: what is owed and by when, purchase orders, prices and payments. */
export function SupplierDetails({ item, onClose, onEdit }: Props) {
  const supplier = useRecord(suppliers, item);
  const { data: details, isError, refetch } = useQuery(supplierDetailsOf(item.id));
  const [isPaying, setPaying] = useState(false);
  const { owed, overdue } = details ?? supplier;

  return (
    <Dialog
      title="Supplier Details"
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <ActivityLink record={supplier.id} className="btn btn-quiet mr-auto px-3" />
          <MayButton right="buy_stock" onClick={onEdit} className="btn btn-outline">
            Edit
          </MayButton>
          <MayButton right="verify_payments" disabled={!details} onClick={() => setPaying(true)} className="btn btn-primary">
            Pay
          </MayButton>
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p dir="auto" className="text-lg font-medium break-words">
          {supplier.name}
        </p>
        {supplier.archivedAt && <StatusBadge label={{ text: 'Archived', tone: 'tone-plain' }} />}
      </div>
      <Facts className="mt-6 sm:grid-cols-2">
        <Fact name={owed < 0 ? 'Paid ahead' : 'Owed'}>
          <Rupees of={Math.abs(owed)} />
        </Fact>
        <Fact name="Overdue">
          <Rupees of={overdue} />
        </Fact>
        <Fact name="To be paid">{supplier.terms === 0 ? 'At delivery' : `${supplier.terms} days after delivery`}</Fact>
        {supplier.paidBefore > 0 && (
          <Fact name="Paid before">
            <Rupees of={supplier.paidBefore} />
          </Fact>
        )}
        <Fact name="Contact">
          {supplier.phone && (
            <a href={`tel:${supplier.phone}`} className="block w-fit">
              {supplier.phone}
            </a>
          )}
          {supplier.email && <a href={`mailto:${supplier.email}`}>{supplier.email}</a>}
          {!supplier.phone && !supplier.email && '–'}
        </Fact>
        <Fact name="Address" dir="auto" className="whitespace-pre-line">
          {supplier.address || '–'}
        </Fact>
        <Fact name="Notes" dir="auto" className="whitespace-pre-line">
          {supplier.notes || '–'}
        </Fact>
      </Facts>
      {isError && !details && <NotLoaded what="Purchase orders and payments" onRetry={refetch} className="mt-6" />}
      {details && <SupplierOrders orders={details.orders} />}
      {details && <PricesPaid prices={details.prices} />}
      {details && details.payments.length > 0 && (
        <section aria-label="Payments" className="panel mt-6 p-4 sm:px-5">
          <h3 className="panel-heading">Payments</h3>
          <PaymentRows payments={details.payments} of="shop" />
        </section>
      )}
      {details && isPaying && <PaySupplier supplier={details} onClose={() => setPaying(false)} />}
    </Dialog>
  );
}

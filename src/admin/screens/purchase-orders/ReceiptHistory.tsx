import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { PurchaseOrder, Receipt } from '#domain/purchase-orders/contract.ts';
import { pieceCount, receiptLine } from './purchase-order-labels.ts';
import { deleteReceipt, receiptsOf } from './purchase-orders.ts';

/** The receipts of a purchase order: who received what and when. Each can be taken back. */
export function ReceiptHistory({ order }: { order: PurchaseOrder }) {
  const { data, isError, refetch } = useQuery(receiptsOf(order.id));
  const [toTakeBack, setTakeBack] = useState<Receipt | null>(null);
  const { mutateAsync } = useMutation({
    mutationFn: (receipt: Receipt) => deleteReceipt(order.id, receipt.id),
    onSuccess: (_, { receiptNumber }) => toast(`Receipt ${receiptNumber} was taken back`),
  });

  if (isError) {
    return (
      <p className="mt-6 text-sm">
        The receipts could not be loaded.{' '}
        <button type="button" onClick={() => void refetch()} className="underline underline-offset-4">
          Try again
        </button>
      </p>
    );
  }
  if (!data) return <Spinner label="Loading receipts…" />;
  if (data.length === 0) return null;
  return (
    <section aria-label="Receipts" className="mt-6">
      <h3 className="mb-2 text-lg">Receipts</h3>
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {data.map((receipt) => (
          <li key={receipt.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className={receipt.takenBackAt ? 'text-muted line-through' : 'font-medium'}>{receipt.receiptNumber}</p>
              <p className="text-sm text-muted">{whoAndWhen('Received', receipt.actorName, receipt.createdAt)}</p>
              {receipt.takenBackAt && (
                <p className="text-sm text-muted">{whoAndWhen('Taken back', receipt.takenBackByName, receipt.takenBackAt)}</p>
              )}
              <ul className="mt-1 text-sm">
                {receipt.items.map((item) => (
                  <li key={item.position} className="break-words">
                    {receiptLine(item)}
                  </li>
                ))}
              </ul>
              {receipt.notes && <p className="mt-1 text-sm break-words whitespace-pre-line text-ink-soft">{receipt.notes}</p>}
            </div>
            {!receipt.takenBackAt && (
              <button
                type="button"
                onClick={() => setTakeBack(receipt)}
                aria-label={`Take back receipt ${receipt.receiptNumber}`}
                className="btn btn-outline px-4"
              >
                Take back
              </button>
            )}
          </li>
        ))}
      </ul>
      {toTakeBack && (
        <ConfirmDialog
          question={`Take back receipt ${toTakeBack.receiptNumber}?`}
          detail={`${pieceCount(toTakeBack.items.map(({ received, damaged }) => ({ quantity: received - damaged })))} leave the stock again.`}
          action="Take back"
          busyAction="Taking back…"
          failure="Failed to take back the receipt"
          onConfirm={() => mutateAsync(toTakeBack)}
          onClose={() => setTakeBack(null)}
        />
      )}
    </section>
  );
}

function whoAndWhen(what: string, who: string | null, when: string): string {
  return `${what} ${formatMoment(when)}${who ? ` by ${who}` : ''}`;
}

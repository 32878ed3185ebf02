import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { NumberField } from '#admin/kit/fields.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import type { PurchaseOrder, PurchaseOrderItem } from '#domain/purchase-orders/contract.ts';
import { isChoice, pieceName } from '#domain/variants/choice-text.ts';
import { missingOf } from './purchase-order-labels.ts';
import { putItemClosing } from './purchase-orders.ts';

interface Props {
  order: PurchaseOrder;
  item: PurchaseOrderItem;
  /** Its position in the form. */
  index: number;
  /** The line was closed or opened: the purchase order as it is now. */
  onClosed: (order: PurchaseOrder) => void;
  onFailed: (message: string) => void;
}

/** A line of the receiving form: what was ordered and received before, what arrives now, and a button to stop waiting for the rest. */
export function ReceiveLine({ order, item, index, onClosed, onFailed }: Props) {
  const { setValue, getValues } = useFormContext();
  const [isAsking, setAsking] = useState(false);
  const missing = missingOf(item);
  const name = pieceName(item.productName, item);
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: (closedShort: boolean) => putItemClosing(order.id, item.id, closedShort),
    onSuccess: (changed, closedShort) => {
      onClosed(changed);
      setValue(`lines.${index}.received`, closedShort ? 0 : item.quantity - item.received);
      // Nothing of a closed line is damaged either, and nobody sees its fields.
      setValue(`lines.${index}.damaged`, 0);
    },
    onError: (error) => onFailed(failureText(error, 'Failed to update the line')),
  });
  /** Whether somebody typed what arrives: closing the line would forget it. */
  function isTyped(): boolean {
    const { received, damaged } = getValues(`lines.${index}`);
    return Number(received) !== missing || Number(damaged) !== 0;
  }
  const closeButton = (label: string, closedShort: boolean) => (
    <button
      type="button"
      onClick={() => (closedShort && isTyped() ? setAsking(true) : mutate(closedShort))}
      disabled={isPending}
      aria-label={`${label}: ${name}`}
      className={`btn btn-outline px-4 max-sm:col-span-2 ${closedShort ? 'sm:mt-7' : ''}`}
    >
      {label}
    </button>
  );

  return (
    <li>
      <fieldset className="grid grid-cols-2 items-start gap-x-3 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_8.5rem]">
        <legend className="sr-only">{name}</legend>
        <div className="max-sm:col-span-2 sm:self-center">
          <p className="font-medium break-words">
            {name}
            {isChoice(item) && <span className="text-sm font-normal whitespace-nowrap text-muted"> {item.sku}</span>}
          </p>
          <p className="text-sm text-muted tabular-nums">
            {formatCount(item.quantity)} ordered, {formatCount(item.received)} received before
            {item.damaged > 0 && ` (${formatCount(item.damaged)} damaged)`}
          </p>
          {item.closedShort && (
            <p className="text-sm text-ink-soft">Closed short: {formatCount(item.quantity - item.received)} will not come.</p>
          )}
        </div>
        {item.closedShort ? (
          <div className="col-span-2 flex sm:col-span-3 sm:justify-end sm:self-center">{closeButton('Open again', false)}</div>
        ) : (
          <>
            <NumberField name={`lines.${index}.received`} label="Arrives now" inputMode="numeric" min={0} step={1} />
            <NumberField name={`lines.${index}.damaged`} label="Damaged" inputMode="numeric" min={0} step={1} />
            {missing > 0 && closeButton('Close short', true)}
          </>
        )}
      </fieldset>
      {isAsking && (
        <ConfirmDialog
          question={`Close ${name} short?`}
          detail="What you typed for this line is not booked yet, and is lost. Receive it first to keep it."
          action="Close short"
          busyAction="Closing…"
          onConfirm={() => mutateAsync(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField } from '#admin/kit/fields.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { randomKey } from '#browser/random-key.ts';
import { returnedPieces } from '#domain/goods-back/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { units } from '#domain/stock/contract.ts';
import { text } from '#domain/text-fields.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';

/** The form of an order: all its lines, none of which has to be damaged. */
function formOf({ items }: StaffOrder) {
  const line = z.object({ itemId: z.string(), damaged: units(0, 'Enter how many are damaged') });
  return z.object({
    lines: z.array(line).superRefine((lines, { addIssue }) => {
      for (const [index, { itemId, damaged }] of lines.entries()) {
        const sent = items.find(({ id }) => id === itemId)?.quantity ?? 0;
        if (damaged > sent)
          addIssue({ code: 'custom', path: [index, 'damaged'], message: `Only ${sent} ${sent === 1 ? 'was' : 'were'} sent` });
      }
    }),
    notes: text(1000),
  });
}

/** Counts what came back of an order, piece by piece: what is not damaged is on the shelf again. */
export function ReceiveReturn({ item: order, onClose }: DialogProps<StaffOrder>) {
  // Pressed again after an answer that was lost, it counts nothing twice.
  const [key] = useState(randomKey);
  const { mutateAsync } = useMutation({
    mutationFn: (body: object) => callStaffApi('POST', '/goods-back', { body, schema: returnedPieces }),
    onSuccess: () => toast(`Order ${order.orderNumber}: what came back is counted`),
  });
  const staffForm = useStaffForm({
    schema: formOf(order),
    values: { lines: order.items.map(({ id }) => ({ itemId: id, damaged: 0 })), notes: '' },
    save: ({ lines, notes }) =>
      mutateAsync({
        key,
        orderId: order.id,
        pieces: lines
          .filter(({ damaged }) => damaged > 0)
          .map(({ itemId, damaged }) => ({ itemId, quantity: damaged, disposition: 'damaged' })),
        isWholeOrder: true,
        notes,
        updatedAt: order.updatedAt,
      }),
    onSaved: onClose,
    failure: 'Failed to count what came back',
  });
  const isCancelled = order.status === 'cancelled';

  return (
    <FormDialog
      title={`Received back: ${order.orderNumber}`}
      action="Received back"
      staffForm={staffForm}
      savesUnchanged
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        {isCancelled
          ? 'The order is cancelled. Its pieces go back to stock, except those that are damaged or missing.'
          : 'The order becomes cancelled. Its pieces go back to stock, except those that are damaged or missing.'}{' '}
        <Link
          href={`/admin/receive?code=${order.orderNumber}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Scan the pieces instead
        </Link>
      </p>
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {order.items.map((item, index) => (
          <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-4 py-4">
            <p className="self-center break-words">
              <span className="font-medium">
                {item.quantity} × {item.productName}
              </span>
              {choiceText(choiceOf(item)) && <span className="block text-sm text-muted">{choiceText(choiceOf(item))}</span>}
            </p>
            <NumberField
              name={`lines.${index}.damaged`}
              label="Damaged or missing"
              inputMode="numeric"
              min={0}
              max={item.quantity}
              step={1}
            />
          </li>
        ))}
      </ul>
      <AreaField name="notes" label="Notes" rows={2} className="mt-5" />
    </FormDialog>
  );
}

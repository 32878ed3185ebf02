import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, TextField } from '#admin/kit/fields.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { ApiFailure } from '#browser/api.ts';
import { type StatementLine, statementMatches } from '#domain/payments/bank-statement.ts';
import { postBookings } from './statement-api.ts';

const schema = statementMatches.shape.matches.element.pick({ orderNumber: true }).extend({ isAnother: z.boolean() });

type Fields = z.infer<typeof schema>;

/** Says which order a line pays: one of those that fit, side by side, or any other by its number. */
export function BookLine({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { id, amount, day, reference, candidates } = line;
  const { mutateAsync } = useMutation({ mutationFn: postBookings });
  const [wasBooked, setWasBooked] = useState(line.bookedBefore !== null);
  const staffForm = useStaffForm<Fields, Fields>({
    schema,
    values: { orderNumber: '', isAnother: false },
    save: async ({ orderNumber, isAnother }) => {
      const [outcome] = await mutateAsync([{ lineId: id, orderNumber, ...(isAnother && { isBooked: 'another' as const }) }]);
      if (outcome?.code === 'transfer_booked') setWasBooked(true);
      if (outcome?.refusal) throw new ApiFailure(409, 'refused', outcome.refusal);
      toast(`${formatPrice(amount)} was booked for ${orderNumber}`);
    },
    onSaved: onClose,
    failure: 'Failed to book',
  });
  const { form, setErrorText } = staffForm;
  const chosen = form.watch('orderNumber');

  return (
    <FormDialog
      title="Which order does it pay?"
      staffForm={staffForm}
      action={`Book ${formatPrice(amount)}`}
      busyAction="Booking…"
      onClose={onClose}
    >
      <p className="mb-4 break-words">
        <strong className="font-medium">{formatPrice(amount)}</strong>, {formatDay(day)}
        <span dir="auto" className="block text-sm text-ink-soft">
          {reference || 'No reference'}
        </span>
      </p>
      {candidates.length > 0 && (
        <fieldset className="mb-4 grid gap-2 sm:grid-cols-2">
          <legend className="mb-2 text-sm text-ink-soft">
            {candidates.length > 1 ? 'These orders fit. Ask the customer if you are not sure.' : 'This order fits.'}
          </legend>
          {candidates.map(({ orderId, orderNumber, customerName, sums, placedAt }) => (
            <button
              key={orderId}
              type="button"
              aria-pressed={chosen === orderNumber}
              onClick={() => {
                setErrorText('');
                form.setValue('orderNumber', orderNumber, { shouldDirty: true, shouldValidate: true });
              }}
              className="rounded-lg border border-line px-4 py-3 text-left text-sm hover:bg-cream aria-pressed:border-gold aria-pressed:bg-cream"
            >
              <span className="block font-medium">{orderNumber}</span>
              <span dir="auto" className="block break-words">
                {customerName}
              </span>
              <span className="block text-muted">
                {expectedText(sums)}, placed {formatDay(placedAt)}
              </span>
            </button>
          ))}
        </fieldset>
      )}
      <TextField<Fields>
        name="orderNumber"
        label={candidates.length > 0 ? 'Order, or another one' : 'Order *'}
        hint="Its number: ORD-10042"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {wasBooked && (
        <CheckField<Fields> name="isAnother" label="It is a different transfer from the one that was booked" className="mt-4" />
      )}
    </FormDialog>
  );
}

/** What was asked in advance, where that is not all that is due. */
function expectedText(sums: number[]): string {
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  return least < most ? `${formatPrice(least)} asked in advance, of ${formatPrice(most)} due` : `${formatPrice(most)} due`;
}

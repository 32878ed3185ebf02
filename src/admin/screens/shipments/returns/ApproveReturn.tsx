import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, CheckField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { returnOutcomeLabels } from '#domain/returns/choices.ts';
import { type ReturnApproval, type ReturnRequestDetails, returnApproval } from '#domain/returns/contract.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { approve } from './returns.ts';

type Fields = z.input<typeof returnApproval>;

interface Props {
  asked: ReturnRequestDetails;
  onClose: () => void;
}

/** Approves a request: what it comes to, and what the customer reads. */
export function ApproveReturn({ asked, onClose }: Props) {
  const { id, returnNumber, kind, wish, outcomes, deliveryCharge, exchange, updatedAt } = asked;
  const isClaim = kind === 'claim';
  const offered = outcomes.filter((outcome) => isClaim || (kind === 'exchange') === (outcome === 'exchange'));
  const { mutateAsync } = useMutation({
    mutationFn: (decision: ReturnApproval) => approve(id, decision),
    onSuccess: ({ exchange: begun }) =>
      toast(
        begun?.orderNumber
          ? `${returnNumber} was approved: the new order is ${begun.orderNumber}`
          : `${returnNumber} was approved`,
      ),
  });
  const staffForm = useStaffForm<Fields, ReturnApproval>({
    schema: returnApproval,
    values: {
      outcome: offered.includes(wish) ? wish : (offered[0] ?? wish),
      answer: '',
      comesBack: true,
      deliveryBack: 0,
      sendsFirst: false,
      updatedAt,
    },
    save: (decision) => mutateAsync(decision),
    onSaved: onClose,
    failure: 'Failed to approve',
  });
  const [outcome, comesBack] = staffForm.form.watch(['outcome', 'comesBack']);
  const isExchange = outcome === 'exchange';
  return (
    <FormDialog
      title={`Approve ${returnNumber}`}
      action="Approve"
      staffForm={staffForm}
      savesUnchanged
      size="narrow"
      onClose={onClose}
    >
      <div className="space-y-4">
        <SelectField<Fields>
          name="outcome"
          label="What it comes to"
          options={offered.map((value) => ({ value, label: returnOutcomeLabels[value] }))}
        />
        {isExchange && exchange && !exchange.isAvailable && (
          <p role="alert" className="bg-notice px-4 py-3">
            Not everything the customer wants is in stock.
          </p>
        )}
        {isExchange && (
          <NumberField<Fields>
            name="charges"
            label="Delivery of the new order (Rs)"
            min={0}
            inputMode="numeric"
            hint={chargesHint(asked)}
          />
        )}
        {isClaim && !isExchange && deliveryCharge > 0 && !isHiddenSum(deliveryCharge) && (
          <NumberField<Fields>
            name="deliveryBack"
            label="Delivery and gift wrap to pay back (Rs)"
            min={0}
            empty={0}
            inputMode="numeric"
            hint={`At most ${formatPrice(deliveryCharge)}`}
          />
        )}
        {isClaim && <CheckField<Fields> name="comesBack" label="The pieces come back" hint="Off: the customer keeps them." />}
        {isExchange && comesBack && (
          <CheckField<Fields>
            name="sendsFirst"
            label="Send the new pieces first"
            hint="Off: they leave when the others are back."
          />
        )}
        <AreaField<Fields>
          name="answer"
          label="Answer (optional)"
          rows={3}
          hint="The customer reads it, with where to send the pieces."
        />
      </div>
    </FormDialog>
  );
}

/** What is charged where nothing is typed. A customer who asked for the exchange was told it. */
function chargesHint({ shopPays, wish, exchange }: ReturnRequestDetails): string {
  if (shopPays) return 'Empty: nothing. The shop pays.';
  if (wish !== 'exchange' || !exchange || isHiddenSum(exchange.charges))
    return 'Empty: the delivery charge. The customer pays it at the door.';
  return `Empty: ${formatPrice(exchange.charges)}, as the customer was told.`;
}

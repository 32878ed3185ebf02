import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type TaxKind, taxCertificate, type WithheldTax } from '#domain/books/contract.ts';
import { monthName, TAX_LABELS } from './book-texts.ts';
import { noteCertificate } from './books-api.ts';

const schema = taxCertificate.pick({ number: true });
type Fields = z.infer<typeof schema>;

interface Props {
  month: string;
  tax: TaxKind;
  withheld: WithheldTax;
  onClose: () => void;
}

/** Notes the number of a courier's certificate. */
export function NoteCertificate({ month, tax, withheld, onClose }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ number }: Fields) => noteCertificate({ month, courierId: withheld.courierId, tax, number }),
    onSuccess: () => toast('Noted'),
  });
  const staffForm = useStaffForm<z.input<typeof schema>, Fields>({
    schema,
    values: { number: tax === 'income_tax' ? withheld.incomeTaxCertificate : withheld.salesTaxCertificate },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to note the certificate',
  });
  return (
    <FormDialog
      title={`${TAX_LABELS[tax]}, ${monthName(month)}`}
      action="Save"
      staffForm={staffForm}
      size="narrow"
      beginsInField="always"
      onClose={onClose}
    >
      <TextField<Fields> name="number" label={`Number of ${withheld.courier}’s certificate`} />
    </FormDialog>
  );
}

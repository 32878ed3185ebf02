import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { pieceCost, type StockAtCost } from '#domain/reports/profit.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { putPieceCost } from './profit-api.ts';

const schema = pieceCost.pick({ unitCost: true });
type Fields = z.infer<typeof schema>;

/** Says what a piece costs from now on. */
export function SayCost({ piece, onClose }: { piece: StockAtCost; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: (fields: Fields) => putPieceCost(piece.productId, { sku: piece.sku, ...fields }),
    onSuccess: () => toast(`The cost of ${pieceName(piece.name, piece)} was saved`),
  });
  const staffForm = useStaffForm<Partial<Fields>, Fields>({
    schema,
    values: piece.unitCost === null ? {} : { unitCost: piece.unitCost },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to save the cost',
  });
  return (
    <FormDialog
      title={`Cost of ${pieceName(piece.name, piece)}`}
      action="Save"
      staffForm={staffForm}
      size="narrow"
      onClose={onClose}
    >
      <NumberField<Fields>
        name="unitCost"
        label="Rupees a piece"
        hint="For what is sent from now on. What you receive later is averaged with it."
      />
    </FormDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { packingCost } from '#domain/reports/profit.ts';

interface Fields {
  perParcel: number;
}

/** Says what packing a parcel costs from now on. */
export function SayPackingCost({ now, onClose }: { now: number; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: (body: Fields) => callStaffApi('PUT', '/analytics/packing-cost', { body, schema: packingCost }),
    onSuccess: () => toast('The cost of packing was saved'),
  });
  const staffForm = useStaffForm<Fields, Fields>({
    schema: packingCost,
    values: { perParcel: now },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to save the cost of packing',
  });
  return (
    <FormDialog title="Cost of Packing" action="Save" staffForm={staffForm} size="narrow" onClose={onClose}>
      <NumberField<Fields>
        name="perParcel"
        label="Rupees a parcel"
        hint="Box, tape, card and hands. For parcels that are made from now on; earlier ones keep their cost."
      />
    </FormDialog>
  );
}

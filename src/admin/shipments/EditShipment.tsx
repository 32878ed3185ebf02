import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { pickDirty } from '#admin/kit/pick-dirty.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type Shipment, type ShipmentEdit, shipmentEdit } from '#shared/schemas/shipments.ts';
import { ShipmentFields } from './ShipmentFields.tsx';
import { fetchShipment, putShipment } from './shipments-api.ts';

function valuesOf({ carrier, trackingNumber, shippingMethod, shippingCost, estimatedDeliveryDate, notes }: Shipment) {
  return { carrier, trackingNumber, shippingMethod, shippingCost, estimatedDeliveryDate, notes };
}

/** Corrects what staff wrote about a parcel. */
export function EditShipment({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (edit: ShipmentEdit) => putShipment(shipment.id, edit) });
  const edited = useEditVersion(shipment, () => fetchShipment(shipment.id));
  const staffForm = useStaffForm({
    schema: shipmentEdit,
    values: valuesOf(shipment),
    save: (values, changed) => mutateAsync({ ...pickDirty(values, changed), updatedAt: edited.version() }),
    onSaved: () => {
      toast(`Shipment ${shipment.shipmentNumber} was saved`);
      onClose();
    },
    failure: 'Failed to update shipment',
  });

  return (
    <FormDialog
      title={`Edit ${shipment.shipmentNumber}`}
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    >
      <ShipmentFields />
    </FormDialog>
  );
}

import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { ShipmentFields } from '#admin/kit/shipments/ShipmentForm.tsx';
import { shipments } from '#admin/kit/shipments/shipments.ts';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import { type Shipment, shipmentEdit } from '#shared/schemas/shipments.ts';

function valuesOf({ carrier, trackingNumber, shippingMethod, shippingCost, weight, estimatedDeliveryDate, notes }: Shipment) {
  return { carrier, trackingNumber, shippingMethod, shippingCost, weight, estimatedDeliveryDate, notes };
}

/** Corrects what staff entered about a parcel. */
export function EditShipment({ item, onClose }: DialogProps<Shipment>) {
  const editing = useEditForm(shipments, item, { schema: shipmentEdit, valuesOf, onClose });
  return (
    <FormDialog {...editing}>
      <ShipmentFields />
    </FormDialog>
  );
}

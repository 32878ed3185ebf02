import { shipments } from '#admin/data/shipments/definition.ts';
import { ShipmentFields } from '#admin/data/shipments/ShipmentForm.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import { type Shipment, shipmentEdit } from '#domain/shipments/contract.ts';

function valuesOf({ carrier, trackingNumber, shippingMethod, shippingCost, weight, estimatedDeliveryDate, notes }: Shipment) {
  // A cost that the role may not see stays as it is.
  return {
    carrier,
    trackingNumber,
    shippingMethod,
    shippingCost: shippingCost ?? undefined,
    weight,
    estimatedDeliveryDate,
    notes,
  };
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

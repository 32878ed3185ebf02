import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { CHECK_FIELDS, useStaffForm } from '#admin/kit/use-staff-form.ts';
import { NO_ORDER, shipmentPayload } from '#shared/schemas/shipments.ts';
import { OrderField } from './OrderField.tsx';
import type { OrderChoice } from './order-choices.ts';
import { ShipmentFields } from './ShipmentFields.tsx';
import { postShipment } from './shipments-api.ts';

const EMPTY = {
  orderId: '',
  carrier: '',
  trackingNumber: '',
  shippingMethod: 'standard' as const,
  shippingCost: undefined,
  estimatedDeliveryDate: null,
  notes: '',
};

function sentenceOf({ orderId }: FieldErrors): string {
  return orderId?.message === NO_ORDER ? NO_ORDER : CHECK_FIELDS;
}

/** Begins a shipment of an order. */
export function CreateShipment({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState<OrderChoice | null>(null);
  const { mutateAsync } = useMutation({
    mutationFn: postShipment,
    onSuccess: ({ shipmentNumber, orderNumber }) => toast(`Shipment ${shipmentNumber} of ${orderNumber} was created`),
  });
  const staffForm = useStaffForm({
    schema: shipmentPayload,
    values: EMPTY,
    save: (shipment) => mutateAsync(shipment),
    onSaved: onClose,
    failure: 'Failed to create shipment',
    incomplete: sentenceOf,
  });

  return (
    <FormDialog title="Create Shipment" action="Create Shipment" staffForm={staffForm} onClose={onClose}>
      <OrderField choice={choice} onChoice={setChoice} />
      <ShipmentFields />
    </FormDialog>
  );
}

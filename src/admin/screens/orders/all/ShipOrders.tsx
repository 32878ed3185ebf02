import { type KeyboardEvent, useRef } from 'react';
import * as z from 'zod';
import { EMPTY_PARCEL, ShipmentFields } from '#admin/data/shipments/ShipmentForm.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { type ShipmentPayload, shipmentPayload } from '#domain/shipments/contract.ts';

const { carrier, shippingMethod, shippingCost, weight, estimatedDeliveryDate, trackingNumber } = shipmentPayload.shape;

/** What the parcels have in common, and the tracking number of each, in the order of the orders. */
const parcels = z.object({
  carrier,
  shippingMethod,
  shippingCost,
  weight,
  estimatedDeliveryDate,
  trackingNumbers: z.array(trackingNumber),
});

interface Props {
  orders: StaffOrder[];
  /** Creates the shipments. The screen reports those that were refused. */
  onShip: (shipments: ShipmentPayload[]) => Promise<unknown>;
  onClose: () => void;
}

/** Creates a shipment for each of many orders. Tracking numbers are typed or scanned one after the other: Enter leads to the next. */
export function ShipOrders({ orders, onShip, onClose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const staffForm = useStaffForm({
    schema: parcels,
    values: { ...EMPTY_PARCEL, trackingNumbers: orders.map(() => '') },
    save: ({ trackingNumbers, ...common }) =>
      onShip(
        orders.map(({ id }, index) => ({
          ...common,
          orderId: id,
          trackingNumber: trackingNumbers[index] ?? '',
          notes: '',
          collect: null,
        })),
      ),
    onSaved: onClose,
    failure: 'Failed to create shipments',
  });

  /** A scanner ends each number with Enter, which must not send the form half filled. */
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    const fields = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = fields[fields.indexOf(event.currentTarget) + 1];
    event.preventDefault();
    next?.focus();
  }

  return (
    <FormDialog
      title={`Create shipments of ${countText('order', orders.length)}`}
      action="Create Shipments"
      staffForm={staffForm}
      onClose={onClose}
    >
      <ShipmentFields forMany />
      <ol ref={list} className="mt-6 space-y-4 border-t border-line pt-5">
        {orders.map(({ id, orderNumber, customerName, city }, index) => (
          <li key={id}>
            <TextField
              name={`trackingNumbers.${index}`}
              label={`Tracking number of ${orderNumber}`}
              hint={[customerName, city].filter(Boolean).join(', ')}
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="next"
              onKeyDown={goOn}
            />
          </li>
        ))}
      </ol>
    </FormDialog>
  );
}

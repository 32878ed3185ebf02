import type { ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useStoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, DateField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { useCreateForm } from '#admin/kit/use-record-form.ts';
import { CHECK_FIELDS } from '#admin/kit/use-staff-form.ts';
import { useMay } from '#admin/platform/rights.ts';
import { NO_ORDER, shipmentPayload } from '#domain/shipments/contract.ts';
import { SHIPPING_METHOD_LABELS, shipments } from './definition.ts';

const METHOD_OPTIONS = Object.entries(SHIPPING_METHOD_LABELS).map(([value, label]) => ({ value, label }));

/** A parcel that nothing is known of yet. */
export const EMPTY_PARCEL = {
  carrier: '',
  trackingNumber: '',
  shippingMethod: 'standard' as const,
  shippingCost: undefined,
  weight: null,
  estimatedDeliveryDate: null,
  notes: '',
  collect: null,
};

interface Props {
  title: string;
  /** The order to send; empty while it has to be chosen. */
  orderId: string;
  onClose: () => void;
  /** It is sent beside other parcels, which may collect a part of what is due. */
  isAnother?: boolean;
  /** Content above the fields: the order. */
  children: ReactNode;
}

/** The form of a new shipment. Recipient and items are those of its order. */
export function ShipmentForm({ title, orderId, onClose, isAnother = false, children }: Props) {
  const stoppedOrders = useStoppedOrders();
  const creating = useCreateForm(shipments, {
    schema: shipmentPayload,
    values: { ...EMPTY_PARCEL, orderId },
    incomplete: ({ orderId: order }: FieldErrors) => (order?.message === NO_ORDER ? NO_ORDER : CHECK_FIELDS),
    news: ({ shipmentNumber, orderNumber }) => `Shipment ${shipmentNumber} of ${orderNumber} was created`,
    onRefused: (refusal, retry) => stoppedOrders.ask([refusal], retry),
    onClose,
  });
  return (
    <FormDialog {...creating} title={title} action="Create Shipment" question={stoppedOrders.question}>
      {children}
      <ShipmentFields isAnother={isAnother} />
    </FormDialog>
  );
}

/** What staff enter about a parcel, in the form around; with `forMany` only what many parcels have in common. */
export function ShipmentFields({ forMany = false, isAnother = false }: { forMany?: boolean; isAnother?: boolean }) {
  const seesSums = useMay('see_sums');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="carrier" label="Carrier" />
      {!forMany && <TextField name="trackingNumber" label="Tracking Number" autoCapitalize="characters" spellCheck={false} />}
      <SelectField name="shippingMethod" label="Shipping Method" options={METHOD_OPTIONS} />
      {seesSums && <NumberField name="shippingCost" label="Shipping Cost" min={0} empty={0} />}
      <NumberField name="weight" label="Weight (g)" min={1} step={1} empty={null} />
      <DateField name="estimatedDeliveryDate" label="Estimated Delivery" />
      {isAnother && seesSums && (
        <NumberField
          name="collect"
          label="Collects at the door (Rs)"
          hint="The other parcels collect that much less. Empty: what none of them collects."
          min={0}
          empty={null}
          inputMode="numeric"
        />
      )}
      {!forMany && <AreaField name="notes" label="Notes" className="sm:col-span-2" />}
    </div>
  );
}

import { AreaField, DateField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { SHIPPING_METHOD_OPTIONS } from './shipment-labels.ts';

/** What staff say of a parcel, in the form around. */
export function ShipmentFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="carrier" label="Carrier" maxLength={80} />
      <TextField name="trackingNumber" label="Tracking Number" autoCapitalize="characters" spellCheck={false} maxLength={120} />
      <SelectField name="shippingMethod" label="Shipping Method" options={SHIPPING_METHOD_OPTIONS} />
      <NumberField name="shippingCost" label="Shipping Cost" min={0} empty={0} />
      <DateField name="estimatedDeliveryDate" label="Estimated Delivery" />
      <AreaField name="notes" label="Notes" maxLength={1000} className="sm:col-span-2" />
    </div>
  );
}

import { AreaField, TextField } from '#admin/kit/fields.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type ReturnAddressEdit,
  returnAddress,
  returnAddressEdit,
  type ReturnAddress as Saved,
} from '#domain/returns/return-address.ts';
import { SavedForm } from './SavedForm.tsx';

const addressQuery = staffQuery('/returns/address', returnAddress);

/** Where customers send pieces back to. Owners change it, so that nobody else has parcels sent to a door of their own. */
export function ReturnAddress() {
  const mayEdit = useMay('set_rules');
  return (
    <SavedForm<ReturnAddressEdit, ReturnAddressEdit, Saved>
      label="Return address"
      query={addressQuery}
      schema={returnAddressEdit}
      fieldsOf={(saved) => saved}
      save={(body) => callStaffApi('PUT', '/returns/address', { body, schema: returnAddress })}
      done="The return address was saved. Customers read it at once."
      failure="Failed to save the return address"
      isReadOnly={!mayEdit}
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {!mayEdit && <p className="col-span-full text-sm text-ink-soft">Only owners change the return address.</p>}
        <TextField<ReturnAddressEdit> name="recipient" label="Name on the parcel *" />
        <TextField<ReturnAddressEdit> name="phone" label="Phone *" hint="Whom the courier calls" />
        <div className="col-span-full">
          <AreaField<ReturnAddressEdit> name="address" label="Street and house *" rows={2} />
        </div>
        <TextField<ReturnAddressEdit> name="city" label="City *" />
      </div>
    </SavedForm>
  );
}

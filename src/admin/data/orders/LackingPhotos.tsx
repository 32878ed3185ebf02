import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { MayFields } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type PhotoWaiver, packing, photoWaiver } from '#domain/packing/contract.ts';

interface Props {
  orders: { orderId: string; orderNumber: string }[];
  /** After all of them may go out. */
  onPassed: () => unknown;
  onClose: () => void;
}

/** The two ways to send orders whose open parcel nobody has photographed: a photo, or why they go out without. */
export function LackingPhotos({ orders, onPassed, onClose }: Props) {
  // Those that passed before another one failed are not sent again.
  const passed = useRef(new Set<string>());
  const { mutateAsync } = useMutation({
    mutationFn: async (body: PhotoWaiver) => {
      for (const { orderId } of orders.filter((order) => !passed.current.has(order.orderId))) {
        await callStaffApi('POST', `/packing/${orderId}/photo-waiver`, { body, schema: packing });
        passed.current.add(orderId);
      }
    },
  });
  const mayOverride = useMay('override_confirmation');
  const staffForm = useStaffForm<PhotoWaiver, PhotoWaiver>({
    schema: photoWaiver,
    values: { reason: '' },
    save: (typed) => mutateAsync(typed),
    onSaved: () => {
      onClose();
      onPassed();
    },
    failure: 'Failed to let it go out',
  });
  const isOne = orders.length === 1;
  return (
    <FormDialog
      title={isOne ? `${orders[0]?.orderNumber} has no photo` : `${countText('order', orders.length)} have no photo`}
      staffForm={staffForm}
      action={isOne ? 'Let it go out' : 'Let them go out'}
      isBlocked={!mayOverride}
      size="narrow"
      onClose={onClose}
    >
      <p className="text-sm">Photograph the open parcel first:</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {orders.map(({ orderId, orderNumber }) => (
          <li key={orderId}>
            <Link href={`/admin/pack/${orderNumber}`} className="btn btn-outline btn-small">
              Pack {orderNumber}
            </Link>
          </li>
        ))}
      </ul>
      <MayFields right="override_confirmation" className="mt-6">
        <AreaField<PhotoWaiver>
          name="reason"
          label={isOne ? 'Or why it goes out without one *' : 'Or why they go out without one *'}
          placeholder="The customer watched us pack"
          hint="It stays with the order, with your name."
        />
      </MayFields>
    </FormDialog>
  );
}

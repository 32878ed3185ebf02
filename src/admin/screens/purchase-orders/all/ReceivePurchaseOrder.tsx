import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { requestKeys } from '#admin/kit/request-keys.ts';
import { toast } from '#admin/kit/toast.ts';
import { useRecord } from '#admin/kit/use-record.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type NewSupplierDelivery, NOTHING_RECEIVED, type PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { DeliveryHistory } from './DeliveryHistory.tsx';
import { stockNews } from './purchase-order-labels.ts';
import { postDelivery, purchaseOrders } from './purchase-orders.ts';
import { ReceiveLine } from './ReceiveLine.tsx';
import { arrivedLines, receiveForm, valuesOf } from './receive-form.ts';

/** Receives what arrived of a purchase order, line by line. The missing quantities are filled in. */
export function ReceivePurchaseOrder({ item: shown, onClose }: DialogProps<PurchaseOrder>) {
  const queries = useQueryClient();
  const order = useRecord(purchaseOrders, shown);
  // The list may learn of a newer version while the form is open: the lines were filled from this one.
  const opened = useRef(shown);
  const takesMore = useRef(false);
  const keyOf = useRef(requestKeys());
  const { mutateAsync } = useMutation({
    mutationFn: (delivery: NewSupplierDelivery) => postDelivery(order.id, delivery, keyOf.current(delivery)),
    onSuccess: (received) => toast(`${received.orderNumber}: ${stockNews(opened.current, received) || 'received'}`),
  });
  const staffForm = useStaffForm({
    schema: receiveForm,
    values: valuesOf(shown),
    save: ({ lines, notes }) =>
      mutateAsync({
        items: arrivedLines(lines, order),
        notes,
        overDelivery: takesMore.current,
        updatedAt: opened.current.updatedAt,
      }),
    onSaved: onClose,
    failure: 'Failed to receive the delivery',
    incomplete: ({ lines }) => lines?.root?.message ?? lines?.message ?? NOTHING_RECEIVED,
  });
  const { form, refusal, submit, setErrorText } = staffForm;

  async function reload() {
    opened.current = await purchaseOrders.fetch(order.id);
    queries.setQueryData(purchaseOrders.queries.one(order.id).queryKey, opened.current);
    form.reset(valuesOf(opened.current));
    return [];
  }

  async function takeMore() {
    takesMore.current = true;
    await submit();
    takesMore.current = false;
  }

  return (
    <FormDialog
      title={`Receive a delivery of ${order.orderNumber}`}
      action="Receive delivery"
      busyAction="Receiving…"
      size="wide"
      staffForm={staffForm}
      savesUnchanged
      reloadLabel="Show what is missing now"
      onReload={reload}
      onClose={onClose}
    >
      {refusal?.code === 'more_than_ordered' && (
        <p className="-mt-2 mb-5">
          <button type="button" onClick={() => void takeMore()} className="btn btn-outline">
            Receive more than was ordered
          </button>
        </p>
      )}
      <p className="mb-4 text-sm text-ink-soft">
        Enter how many pieces of each line arrived, and how many of them are damaged. Damaged pieces are written down and stay off
        the shelf.
      </p>
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {form.getValues('lines').map(({ itemId }, index) => {
          const item = order.items.find(({ id }) => id === itemId);
          return (
            item && (
              <ReceiveLine
                key={itemId}
                order={order}
                item={item}
                index={index}
                onClosed={(changed) => {
                  opened.current = changed;
                  setErrorText('');
                }}
                onFailed={setErrorText}
              />
            )
          );
        })}
      </ul>
      <AreaField name="notes" label="Notes" rows={2} className="mt-5" />
      <DeliveryHistory order={order} />
    </FormDialog>
  );
}

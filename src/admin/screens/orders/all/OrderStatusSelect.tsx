import { useState } from 'react';
import { useCashQuestion } from '#admin/data/orders/CashHolder.tsx';
import { DispatchStatusSelect } from '#admin/data/orders/DispatchStatusSelect.tsx';
import { useMoneyFirst } from '#admin/data/orders/MoneyFirst.tsx';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { orders } from './orders.ts';

/**
 * The status of an order, to be changed on the spot. Asks before an order is cancelled whose parcel is under way, and with whom the cash is of one that
 * is delivered without a parcel.
 */
export function OrderStatusSelect({ order }: { order: StaffOrder }) {
  const [parcels, setParcels] = useState('');
  const change = useStatusChange(orders);
  const cash = useCashQuestion();
  const moneyFirst = useMoneyFirst();
  return (
    <>
      <DispatchStatusSelect
        record={orders}
        item={order}
        asksFirst={(next, go) => moneyFirst.ask([order], next, go)}
        asksAbout={(refusal) => {
          if (refusal.code === 'parcel_under_way') setParcels(refusal.message);
          return refusal.code === 'parcel_under_way' || cash.ask([refusal], (answer) => change(order, 'delivered', answer));
        }}
      />
      {moneyFirst.question}
      {cash.question}
      {parcels && (
        <ConfirmDialog
          question={`Cancel order ${order.orderNumber} all the same?`}
          detail={`${parcels}. Its pieces go back to stock at once; ask the courier to bring the parcel back.`}
          action="Cancel order"
          cancel="Keep order"
          onConfirm={() => change(order, 'cancelled', { despiteParcel: true })}
          onClose={() => setParcels('')}
        />
      )}
    </>
  );
}

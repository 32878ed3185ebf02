import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/status.ts';

type Waiting = Pick<StaffOrder, 'orderNumber' | 'status' | 'confirmation'>;

/** Asks before work begins on orders whose advance is missing: they stay in the house until it is there. */
export function useMoneyFirst() {
  const [asked, setAsked] = useState<{ orders: Waiting[]; go: () => unknown } | null>(null);

  /** Goes on at once unless one of the orders begins to be processed without its advance. */
  function ask(orders: Waiting[], next: OrderStatus, go: () => unknown): void {
    const waiting = next === 'processing' ? orders.filter(lacksMoney) : [];
    if (waiting.length > 0) setAsked({ orders: waiting, go });
    else void go();
  }

  const question = asked && (
    <ConfirmDialog
      question={`Start without the money of ${named(asked.orders)}?`}
      detail="The advance has not arrived. Nothing is sent before it is booked, unless somebody lets it go out."
      action="Start all the same"
      cancel="Wait"
      tone="plain"
      onConfirm={asked.go}
      onClose={() => setAsked(null)}
    />
  );
  return { ask, question };
}

function lacksMoney({ status, confirmation }: Waiting): boolean {
  return status === 'pending' && confirmation?.waitsFor === 'money' && !confirmation.override;
}

function named(orders: Waiting[]): string {
  const [first] = orders;
  return orders.length === 1 && first ? `order ${first.orderNumber}` : countText('order', orders.length);
}

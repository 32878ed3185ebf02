import type { CustomerDetails } from '#domain/customers/contract.ts';
import { isOpen } from '#domain/orders/status.ts';
import type { Right } from '#domain/rights/rights.ts';

export interface Step {
  text: string;
  href: string;
}

type Known = Pick<CustomerDetails, 'orders' | 'messages'> & {
  money: Pick<NonNullable<CustomerDetails['money']>, 'refunds'> | null;
};

/** The latest order that is still on its way; undefined when none is. */
export function openOrder({ orders }: Pick<CustomerDetails, 'orders'>): CustomerDetails['orders'][number] | undefined {
  return orders.find(isOpen);
}

/** What a customer waits for first: money, an answer, or an order. Null when they wait for nothing, or somebody with these rights cannot help. */
export function nextStep(customer: Known, rights: readonly Right[]): Step | null {
  const refund = rights.includes('refund') && customer.money?.refunds.find(({ waitsFor }) => waitsFor === 'shop');
  if (refund) {
    const { orderNumber, returnNumber } = refund;
    return {
      text: `Pay back ${returnNumber ?? orderNumber}`,
      href: returnNumber ? `/admin/returns/${returnNumber}` : `/admin/orders/${orderNumber}`,
    };
  }
  if (customer.messages?.items.some(({ status }) => status !== 'done'))
    return { text: 'Answer message', href: '/admin/messages' };
  const order = openOrder(customer);
  return order ? { text: `Open ${order.orderNumber}`, href: `/admin/orders/${order.orderNumber}` } : null;
}

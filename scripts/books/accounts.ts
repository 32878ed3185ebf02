import { add, type Figures } from './figures.ts';
import { sumsOf } from './order-sums.ts';
import type { Rows } from './rows.ts';

type Payment = Rows['payments'][number];

/** What each account of the chart has today. An order's own accounts have what became of it; all others what payments moved. */
export function addAccounts(figures: Figures, rows: Rows): void {
  const put = (account: string, paisas: number) => add(figures, `account ${account}`, paisas);
  for (const payment of rows.payments) {
    for (const [side, amount] of [
      [payment.to, payment.amount],
      [payment.from, -payment.amount],
    ] as const) {
      const account = accountOf(payment, side);
      if (account) put(account, amount);
    }
  }
  addKept(rows, put);
  addOrderAccounts(rows, put);
}

/** Under what a side of a payment stands. Null: an order's account, or what a file's lines tell apart. */
function accountOf({ kind, method, settlement, expense }: Payment, side: string): string | null {
  switch (side) {
    case 'customer':
      return null;
    case 'bank':
      return method === 'wallet' ? 'wallet' : 'bank';
    case 'credit':
      return 'store_credit';
    case 'charges':
      return settlement ? null : 'charges_paid_back';
    case 'tax_withheld':
      return settlement ? null : 'tax_paid_back';
    case 'written_off':
      return kind === 'claim' ? 'claims_paid' : kind === 'short_paid' ? 'never_paid' : 'credit_given';
    case 'expenses':
      return expense;
    default:
      return side;
  }
}

/** What couriers kept, line by line of every file that was not undone. */
function addKept({ lines, settlements }: Rows, put: (account: string, paisas: number) => void): void {
  const booked = new Set(settlements.filter(({ state }) => state === 'booked').map(({ id }) => id));
  const shippingOf: Record<string, string> = { delivered: 'delivery_charges', returned: 'return_charges' };
  for (const line of lines.filter(({ settlement }) => booked.has(settlement))) {
    put(shippingOf[line.outcome] ?? 'other_charges', line.shipping);
    put('other_charges', line.other);
    put('gst_on_charges', line.gst);
    put('income_tax_withheld', line.incomeTax);
    put('sales_tax_withheld', line.salesTax);
  }
}

/** An order that was delivered is sold, the tax in it apart; of any other the shop has what was received, and owes it. */
function addOrderAccounts(rows: Rows, put: (account: string, paisas: number) => void): void {
  const sums = sumsOf(rows);
  for (const order of rows.orders) {
    const { total = 0, received = 0, cost = 0 } = sums.get(order.id) ?? {};
    if (order.status !== 'delivered') {
      put(order.status === 'cancelled' ? 'refunds_owed' : 'advances', -received);
      continue;
    }
    const sold = (account: string, paisas: number, taxAccount = 'sales_tax') => {
      const tax = taxWithin(paisas, order.taxPercent);
      put(account, paisas - tax);
      put(taxAccount, tax);
    };
    const open = cost - received;
    const rest = Math.max(0, open - order.goodwill);
    const rupees = Math.floor(rest / 100) * 100;
    sold('sales', -(total - order.shipping - order.giftWrap + order.discount));
    sold('delivery', -order.shipping - order.deliveryDiscount);
    sold('gift_wrap', -order.giftWrap);
    sold('discounts', order.discount + order.deliveryDiscount);
    sold('returned', total - cost + Math.min(order.goodwill, Math.max(0, open)), 'sales_tax_returned');
    put('customers_due', rupees);
    put('rounding', rest - rupees);
    put('refunds_owed', Math.min(0, open));
  }
}

/** The sales tax that an amount includes, halves away from zero. */
function taxWithin(paisas: number, percent: number): number {
  return Math.sign(paisas) * Math.round((Math.abs(paisas) * percent) / (100 + percent));
}

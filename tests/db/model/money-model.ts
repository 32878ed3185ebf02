import * as fc from 'fast-check';
import type { OrderStatus } from '#domain/orders/status.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import type { PaymentKind } from '#domain/payments/contract.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipments/status.ts';

/** Everything that moves an order's money, or must leave it alone. Orders, parcels, customers and payments are named by their place, counted round. */
export type Step =
  | { does: 'place'; customer: number; credit: number; withCode: boolean }
  | { does: 'edit items'; order: number; pieces: number }
  | { does: 'add a piece'; order: number }
  | { does: 'record advance'; order: number; amount: number; method: 'cash' | 'raast' }
  | { does: 'take back'; payment: number }
  | { does: 'refund'; order: number; amount: number; method: 'cash' | 'wallet' | 'store_credit' }
  | { does: 'give credit'; customer: number; amount: number }
  | { does: 'spend credit'; order: number; amount: number }
  | { does: 'set status'; order: number; status: OrderStatus }
  | { does: 'make a parcel'; order: number }
  | { does: 'move a parcel'; order: number; status: ShipmentStatus }
  | { does: 'delete'; order: number }
  | { does: 'restore'; order: number }
  | { does: 'merge customers' };

const place = fc.nat(11);
const order = place;
/** Round sums, so that what is due is often hit exactly, and odd ones to the paisa. */
const amount = fc.oneof(
  fc.constantFrom(100, 200, 500, 1000, 1200, 2200),
  fc.integer({ min: 1, max: 300_000 }).map((paisa) => paisa / 100),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('place'), customer: place, credit: fc.constantFrom(0, 0, 200, 500), withCode: fc.boolean() }),
  fc.record({ does: fc.constant('edit items'), order, pieces: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constant('add a piece'), order }),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('record advance'), order, amount, method: fc.constantFrom('cash', 'raast') }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('take back'), payment: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund'),
      order,
      amount,
      method: fc.constantFrom('cash', 'wallet', 'store_credit'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('give credit'), customer: place, amount }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('spend credit'), order, amount }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('set status'), order, status: fc.constantFrom(...ORDER_STATUSES) }) },
  fc.record({ does: fc.constant('make a parcel'), order }),
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('move a parcel'), order, status: fc.constantFrom(...SHIPMENT_STATUSES) }),
  },
  fc.record({ does: fc.constant('delete'), order }),
  fc.record({ does: fc.constant('restore'), order }),
  { weight: 1, arbitrary: fc.record({ does: fc.constant('merge customers') }) },
) as fc.Arbitrary<Step>;

export const STEPS = 40;

/** Both customers order, then anything happens. */
export const history: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: STEPS - 2, maxLength: STEPS - 2 })
  .map((steps) => [...[0, 1].map((customer): Step => ({ does: 'place', customer, credit: 0, withCode: false })), ...steps]);

export interface Booked {
  kind: PaymentKind;
  amount: number;
  /** The order's place, and the customer's whose credit it moves. */
  order: number | null;
  customer: number | null;
  isBack: boolean;
  isTakenBack: boolean;
  /** The number of the parcel that collected it; empty for one that no parcel did. */
  parcel: string;
}

export interface MoneyOrder {
  customer: number;
  status: OrderStatus;
  total: number;
  isDeleted: boolean;
  advance: number;
  credit: number;
  collected: number;
  refunded: number;
  /** What of it went back after something was delivered: it is not asked for again. */
  goodwill: number;
  /** It was delivered, and is not set back since. */
  hasArrived: boolean;
}

export interface MoneyModel {
  /** In paisa, as every sum here. */
  credit: number[];
  areMerged: boolean;
  orders: MoneyOrder[];
  payments: Booked[];
}

export const newModel = (): MoneyModel => ({ credit: [0, 0], areMerged: false, orders: [], payments: [] });

const isUnshipped = (status: OrderStatus) => status === 'pending' || status === 'processing';
export const received = ({ advance, credit, collected, refunded }: MoneyOrder) => advance + credit + collected - refunded;

/** Nobody is asked for paisa. */
const wholeRupees = (paisa: number) => paisa - (paisa % 100);

/** What the order must say of its money. */
export function said(one: MoneyOrder) {
  const { status, total, advance, credit, collected, refunded, goodwill } = one;
  const owed = total - advance - credit - collected + refunded - goodwill;
  const isPaidBefore = advance + credit > 0 && advance + credit - refunded > total - 100;
  return {
    advance,
    credit,
    collected,
    refunded,
    due: status === 'cancelled' ? 0 : wholeRupees(Math.max(0, owed)),
    toRefund: status === 'cancelled' ? received(one) : Math.max(0, received(one) - total),
    payment: (status === 'delivered' && owed < 100) || isPaidBefore ? 'paid' : 'pending',
  };
}

export function book(
  model: MoneyModel,
  kind: PaymentKind,
  paisa: number,
  at: number | null,
  customer: number | null = null,
  parcel = '',
): void {
  const one = at === null ? undefined : model.orders[at];
  if (one && kind === 'refund' && (one.collected > 0 || one.hasArrived)) one.goodwill += paisa;
  model.payments.push({ kind, amount: paisa, order: at, customer, isBack: false, isTakenBack: false, parcel });
  count(model, kind, paisa, at, customer);
}

export function takeBack(model: MoneyModel, payment: Booked): void {
  payment.isTakenBack = true;
  model.payments.push({ ...payment, isBack: true, isTakenBack: false });
  count(model, payment.kind, -payment.amount, payment.order, payment.customer);
  const one = payment.order === null ? undefined : model.orders[payment.order];
  if (!one) return;
  if (payment.kind === 'refund') one.goodwill = Math.max(0, one.goodwill - payment.amount);
  if (payment.kind === 'collected' && one.collected === 0) one.goodwill = 0;
}

const FIELDS = { advance: 'advance', credit_used: 'credit', collected: 'collected', refund: 'refunded' } as const;

type OrderField = keyof typeof FIELDS;

const isOfOrder = (kind: PaymentKind): kind is OrderField => kind in FIELDS;

function count(model: MoneyModel, kind: PaymentKind, paisa: number, at: number | null, customer: number | null): void {
  const one = at === null ? undefined : model.orders[at];
  if (one && isOfOrder(kind)) one[FIELDS[kind]] += paisa;
  if (customer !== null) model.credit[customer] = (model.credit[customer] ?? 0) + (kind === 'credit_used' ? -paisa : paisa);
}

const isStanding = (at: number, kind: PaymentKind) => (one: Booked) =>
  one.order === at && one.kind === kind && !one.isBack && !one.isTakenBack;

function takeAllBack(model: MoneyModel, at: number, kind: PaymentKind): void {
  for (const payment of model.payments.filter(isStanding(at, kind))) takeBack(model, payment);
}

const returnsCredit = ({ status, credit, refunded, advance, collected }: MoneyOrder) =>
  isUnshipped(status) && credit > 0 && refunded <= advance + collected;

/** An order's parcels after a step. */
export interface Parcels {
  delivered: string[];
  /** What is newly booked under their numbers. Which of them collects what, other tests say; here it is never more than is due. */
  arrived: { parcel: string; paisa: number }[];
}

/** What becomes of the money when the status of an order or of its parcels changes; false where it may not. */
export function moveTo(model: MoneyModel, at: number, status: OrderStatus, { delivered, arrived }: Parcels): boolean {
  const one = model.orders[at];
  if (!one) return true;
  const { status: before } = one;
  const returns = before !== status && status === 'cancelled' && returnsCredit(one);
  if (status !== 'cancelled') {
    // What a parcel collected is its own as long as it is delivered; what none did is the order's.
    const isKept = ({ parcel }: Booked) =>
      delivered.includes(parcel) || (status === 'delivered' && (parcel === '' || before === 'cancelled'));
    const gone = model.payments.filter(isStanding(at, 'collected')).filter((payment) => !isKept(payment));
    if (gone.reduce((sum, { amount }) => sum + amount, 0) > received(one)) return false;
    for (const payment of gone) takeBack(model, payment);
    one.status = status;
    if (arrived.reduce((sum, { paisa }) => sum + paisa, 0) > said(one).due) return false;
    for (const { parcel, paisa } of arrived) book(model, 'collected', paisa, at, null, parcel);
    if (status === 'delivered' && before !== status) {
      const more = said(one).due;
      if (more > 0) book(model, 'collected', more, at);
    }
  }
  one.status = status;
  one.hasArrived = status === 'delivered' || (one.hasArrived && status === 'cancelled');
  if (returns) takeAllBack(model, at, 'credit_used');
  return true;
}

/** Deletes an order, or says why not. */
export function deleteOrder(model: MoneyModel, one: MoneyOrder, at: number): string {
  const returns = returnsCredit(one);
  const kept = one.status === 'delivered' ? said(one).toRefund : received(one) - (returns ? one.credit : 0);
  if (kept > 0) return 'money_kept';
  one.isDeleted = true;
  if (returns) takeAllBack(model, at, 'credit_used');
  return 'done';
}

/** Takes a payment back as staff do, or says why not. */
export function reverse(model: MoneyModel, payment: Booked): string {
  const one = payment.order === null ? undefined : model.orders[payment.order];
  if (one?.isDeleted) return 'payment_not_found';
  if (payment.isBack || payment.isTakenBack) return 'payment_reversed';
  if (payment.kind === 'collected' && one?.status !== 'cancelled') return 'collected_with_delivery';
  if (one && payment.kind !== 'refund' && received(one) < payment.amount) return 'money_refunded';
  const gave = payment.kind === 'refund' || payment.kind === 'credit_given';
  if (gave && payment.customer !== null && (model.credit[payment.customer] ?? 0) < payment.amount) return 'credit_spent';
  takeBack(model, payment);
  return 'done';
}

/** The other customer is the first one from now on. */
export function mergeCustomers(model: MoneyModel): void {
  model.credit = [(model.credit[0] ?? 0) + (model.credit[1] ?? 0), 0];
  model.areMerged = true;
  for (const one of [...model.orders, ...model.payments]) if (one.customer === 1) one.customer = 0;
}

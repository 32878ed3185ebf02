/** Recomputes from rows what the reports say of the money. It repeats the rules on purpose: whatever it shared with the shop would be wrong on both sides. */
import { addAccounts } from './accounts.ts';
import { add, type Figures } from './figures.ts';
import { sumsOf } from './order-sums.ts';
import type { Rows } from './rows.ts';

/** Pakistan is five hours ahead of UTC all year. */
const OFFSET = 5 * 3_600_000;

export interface Period {
  /** 2026-11 */
  month: string;
  /** Its first moment, and the first after it. */
  from: number;
  till: number;
}

/** The months of Pakistan from the first payment or order until a moment. */
export function monthsUntil({ payments, orders }: Pick<Rows, 'payments' | 'orders'>, now: number): Period[] {
  const first = [...payments, ...orders].reduce((earliest, { at }) => Math.min(earliest, at), now);
  const months: Period[] = [];
  for (let month = monthOf(first); ; month += 1) {
    const from = startOf(month);
    if (from > now) return months;
    const day = new Date(from + OFFSET).toISOString();
    months.push({ month: day.slice(0, 7), from, till: startOf(month + 1) });
  }
}

function monthOf(moment: number): number {
  const day = new Date(moment + OFFSET);
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}

const startOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12) - OFFSET;

/** All figures. Takes the rows and the months that reports are compared of. */
export function recompute(rows: Rows, months: Period[]): Figures {
  const figures: Figures = new Map();
  addTrialBalances(figures, rows, months);
  addAccounts(figures, rows);
  addWithheldTaxes(figures, rows, months);
  addOrders(figures, rows);
  addCouriersCash(figures, rows);
  addSettlements(figures, rows);
  addClaims(figures, rows);
  addRefundsOwed(figures, rows);
  addSales(figures, rows, months);
  addCredit(figures, rows);
  addSuppliers(figures, rows);
  return figures;
}

function addTrialBalances(figures: Figures, { payments }: Rows, months: Period[]): void {
  for (const { month, from, till } of months) {
    for (const { from: source, to: target, amount, at } of payments) {
      if (at >= till) continue;
      const [debit, credit] = [`books ${month}, ${target}`, `books ${month}, ${source}`];
      add(figures, `${debit}, closing`, amount);
      add(figures, `${credit}, closing`, -amount);
      if (at < from) {
        add(figures, `${debit}, opening`, amount);
        add(figures, `${credit}, opening`, -amount);
      } else {
        add(figures, `${debit}, moved`, amount);
        add(figures, `${credit}, moved`, -amount);
      }
    }
  }
}

function addWithheldTaxes(figures: Figures, { payments, lines, couriers }: Rows, months: Period[]): void {
  const names = new Map(couriers.map(({ id, name }) => [id, name]));
  for (const { month, from, till } of months) {
    for (const { from: source, to: target, settlement, courier, at } of payments) {
      if (![source, target].includes('tax_withheld') || !settlement || at < from || at >= till) continue;
      const sign = target === 'tax_withheld' ? 1 : -1;
      for (const line of lines.filter((one) => one.settlement === settlement)) {
        add(figures, `withheld ${month}, ${names.get(courier ?? '')}, income tax`, sign * line.incomeTax);
        add(figures, `withheld ${month}, ${names.get(courier ?? '')}, sales tax`, sign * line.salesTax);
      }
    }
  }
}

/** What each courier has of each parcel: what its riders collected and what it owes for damage, without what its standing files paid. */
function addCouriersCash(figures: Figures, { payments, lines, shipments, orders, couriers }: Rows): void {
  const names = new Map(couriers.map(({ id, name }) => [id, name]));
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  const parcels = new Map(shipments.map((one) => [one.id, one]));
  const standing = lines.filter(({ isStanding }) => isStanding);
  // Cash of which nobody knew with whom it is, is of the courier that pays it.
  const payers = new Map<string, string>();
  for (const { shipment, courier } of standing) {
    const parcel = parcels.get(shipment ?? '');
    const key = `${parcel?.order} ${parcel?.number}`;
    if (parcel && !payers.has(key)) payers.set(key, courier);
  }
  const held: Figures = new Map();
  const put = (courier: string | null | undefined, order: string | null, number: string, paisas: number) =>
    add(held, JSON.stringify([names.get(courier ?? '') ?? 'nobody', numbers.get(order ?? '') ?? '', number]), paisas);
  for (const { from, to, amount, order, reference, courier } of payments) {
    if (!order || ![from, to].includes('courier')) continue;
    put(courier ?? payers.get(`${order} ${reference}`), order, reference, to === 'courier' ? amount : -amount);
  }
  for (const { outcome, shipment, courier, tracking, cod } of standing) {
    if (outcome !== 'delivered') continue;
    const parcel = parcels.get(shipment ?? '');
    put(courier, parcel?.order ?? null, parcel?.number ?? tracking, -cod);
  }
  for (const [key, paisas] of held) {
    const [courier, order, number] = JSON.parse(key);
    add(figures, `with couriers, ${courier}, ${order} ${number}`, paisas);
    add(figures, `with couriers, ${courier}, together`, paisas);
    if (paisas < 0) add(figures, `with couriers, ${courier}, paid too much`, paisas);
  }
}

/** What each file says, and what it moved into the bank. */
function addSettlements(figures: Figures, { settlements, lines, couriers, payments }: Rows): void {
  const names = new Map(couriers.map(({ id, name }) => [id, name]));
  const linesOf = Map.groupBy(lines, ({ settlement }) => settlement);
  const paymentsOf = Map.groupBy(payments, ({ settlement }) => settlement);
  for (const { id, courier, reference, state } of settlements) {
    const name = `file ${reference} of ${names.get(courier)}, ${state}`;
    for (const { outcome, cod, shipping, gst, other, incomeTax, salesTax } of linesOf.get(id) ?? []) {
      const [cash, kept, withheld] = [outcome === 'delivered' ? cod : 0, shipping + gst + other, incomeTax + salesTax];
      add(figures, `${name}, cash`, cash);
      add(figures, `${name}, kept`, kept);
      add(figures, `${name}, withheld`, withheld);
      add(figures, `${name}, net`, cash - kept - withheld);
    }
    for (const { from, to, amount } of paymentsOf.get(id) ?? []) {
      if (to === 'bank') add(figures, `${name}, into the bank`, amount);
      if (from === 'bank') add(figures, `${name}, into the bank`, -amount);
    }
  }
}

function addClaims(figures: Figures, { claims, couriers }: Rows): void {
  const names = new Map(couriers.map(({ id, name }) => [id, name]));
  for (const { courier, amount, state } of claims)
    if (['open', 'asked'].includes(state)) add(figures, `claims, ${names.get(courier)}`, amount);
}

/** What each order costs, what was received for it, and what its riders ask for: whole rupees of what is neither received nor let off. */
function addOrders(figures: Figures, rows: Rows): void {
  const sums = sumsOf(rows);
  for (const { id, number, status, goodwill } of rows.orders) {
    const { total = 0, cost = 0, received = 0 } = sums.get(id) ?? {};
    add(figures, `order ${number}, total`, total);
    add(figures, `order ${number}, received`, received);
    if (status !== 'cancelled')
      add(figures, `order ${number}, due`, Math.floor(Math.max(0, cost - received - goodwill) / 100) * 100);
  }
}

function addRefundsOwed(figures: Figures, rows: Rows): void {
  const sums = sumsOf(rows);
  const archived = new Set(rows.orders.filter(({ isArchived }) => isArchived).map(({ id }) => id));
  for (const { id, number, status } of rows.orders) {
    const { received = 0, cost = 0 } = sums.get(id) ?? {};
    const owed = status === 'cancelled' ? received : Math.max(0, received - cost);
    if (!archived.has(id)) add(figures, `refunds owed, ${number}`, owed);
  }
  const reversed = new Set(rows.payments.map(({ reverses }) => reverses));
  const amounts = new Map(rows.payments.map(({ id, amount }) => [id, reversed.has(id) ? 0 : amount]));
  for (const { id, number, order, state, outcome, deliveryBack, payment, creditPayment, paymentShare } of rows.returns) {
    if (archived.has(order) || !['approved', 'received'].includes(state) || !['transfer', 'store_credit'].includes(outcome ?? ''))
      continue;
    const back = rows.pieces.filter(({ request, receivedAs }) => request === id && receivedAs !== 'missing');
    const refund = back.reduce((sum, { share }) => sum + share, deliveryBack);
    const paid =
      (amounts.get(creditPayment ?? '') ?? 0) +
      Math.min(amounts.get(payment ?? '') ?? 0, paymentShare ?? Number.POSITIVE_INFINITY);
    if (refund > paid) add(figures, `refunds owed, ${number}`, refund - paid);
  }
}

/** What became of the orders of a month: ordered, delivered, and what is left of that. */
function addSales(figures: Figures, rows: Rows, months: Period[]): void {
  const sums = sumsOf(rows);
  for (const { month, from, till } of months) {
    for (const { id, status, isArchived, at, goodwill } of rows.orders) {
      const { total = 0, cost = 0, received = 0 } = sums.get(id) ?? {};
      if (isArchived || status === 'cancelled' || at < from || at >= till) continue;
      add(figures, `sales ${month}, ordered`, total);
      if (status !== 'delivered') continue;
      const net = Math.min(cost, Math.max(cost - goodwill, received));
      add(figures, `sales ${month}, delivered`, cost);
      add(figures, `sales ${month}, went back`, cost - net);
      add(figures, `sales ${month}, net`, net);
    }
  }
}

function addCredit(figures: Figures, { payments, customers }: Rows): void {
  const present = new Set(customers.map(({ id }) => id));
  for (const { customer, from, to, amount } of payments) {
    if (!customer || !present.has(customer)) continue;
    if (from === 'credit') add(figures, `store credit, ${customer}`, amount);
    if (to === 'credit') add(figures, `store credit, ${customer}`, -amount);
  }
}

/** What suppliers are owed: for the good pieces that their purchase orders count, less what was paid, then and before. Nothing of an order's charges. */
function addSuppliers(figures: Figures, { purchased, payments, suppliers }: Rows): void {
  for (const { id, paidBefore } of suppliers) add(figures, `owed to supplier ${id}`, -paidBefore);
  for (const { supplier, received, damaged, cost } of purchased)
    add(figures, `owed to supplier ${supplier}`, (received - damaged) * cost);
  for (const { supplier, to, amount } of payments)
    if (supplier) add(figures, `owed to supplier ${supplier}`, to === 'suppliers' ? -amount : amount);
}

import { lineTotal } from '#admin/data/orders/labels.ts';
import { orderCsv } from '#admin/screens/orders/all/order-csv.ts';
import { slipFigures } from '#admin/screens/orders/all/PackingSlip.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { orderSums, takenOff } from '#domain/orders/sums.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { orderConfirmation } from '#server/mail/order-confirmation.ts';
import { paisas } from './priced-carts.ts';

/** A sum of an order as those who read it are told, in paisas. */
interface SumsRead {
  lines: number[];
  subtotal: number;
  /** Delivery included. */
  discount: number;
  /** Before anything was taken off it. */
  delivery: number;
  wrap: number;
  total: number;
  /** What the rider asks for. */
  due: number;
}

/** What the order itself says. */
export function sumsOf(order: StaffOrder): SumsRead {
  return {
    lines: order.items.map((item) => paisas(lineTotal(item))),
    subtotal: paisas(order.subtotal),
    discount: paisas(takenOff(order)),
    delivery: paisas(order.shipping) + paisas(order.deliveryDiscount ?? 0),
    wrap: paisas(order.giftWrap ?? 0),
    total: paisas(order.totalAmount),
    due: paisas(order.totalAmount),
  };
}

/** What everybody else reads of it: the shopper in the mail, the packer and the rider on the slip, staff in the export. */
export const READERS: Record<string, (order: StaffOrder) => SumsRead> = { mail, slip, csv };

function mail(order: StaffOrder): SumsRead {
  const { text } = orderConfirmation({ ...order, pageKey: 'k' }, DEFAULT_SETTINGS, 'https://shop.test');
  const rows = text.split('\n\n')[1]?.split('\n') ?? [];
  const told = rows.flatMap((row) => {
    const [, name = '', minus, amount] = /^(.+): (?:(−?)Rs\.\u00a0([\d,.]+)|Free)$/.exec(row) ?? [];
    return name ? [{ name, sum: paisas(Number((amount ?? '0').replaceAll(',', ''))) * (minus ? -1 : 1) }] : [];
  });
  const sumOf = (first: string) => told.find(({ name }) => name.startsWith(first))?.sum ?? 0;
  return {
    lines: told.filter(({ name }) => /^\d+ x /.test(name)).map(({ sum }) => sum),
    subtotal: sumOf('Subtotal'),
    discount: 0 - sumOf('Discount'),
    delivery: sumOf('Shipping'),
    wrap: sumOf('Gift wrap'),
    total: sumOf('Total'),
    due: sumOf('Total'),
  };
}

function slip(order: StaffOrder): SumsRead {
  const { lines, sums, toCollect } = slipFigures(order);
  const sumOf = (kind: string) => paisas(sums.find((sum) => sum.kind === kind)?.rupees ?? 0);
  return {
    lines: lines.map(paisas),
    subtotal: sumOf('subtotal'),
    discount: 0 - sumOf('discount'),
    delivery: sumOf('shipping'),
    wrap: sumOf('wrap'),
    total: sumOf('total'),
    due: paisas(toCollect),
  };
}

function csv(order: StaffOrder): SumsRead {
  const cell = (name: string) => orderCsv.find((column) => column.name === name)?.value(order);
  const sumOf = (name: string) => paisas(Number(cell(name)));
  return {
    lines: order.items.map((item) => paisas(lineTotal(item))),
    subtotal: sumOf('Subtotal'),
    discount: sumOf('Discount'),
    delivery: sumOf('Shipping'),
    wrap: sumOf('Gift wrap'),
    total: sumOf('Total'),
    due: sumOf('To collect now'),
  };
}

/** What is wrong with the rows that people add up: empty when they make the total. */
export function rowError(order: StaffOrder): string {
  const rows = orderSums(order).map(({ rupees }) => paisas(rupees));
  const total = rows.pop();
  const sum = rows.reduce((all, row) => all + row, 0);
  return sum === total ? '' : `The rows make ${sum}, the total says ${total}`;
}

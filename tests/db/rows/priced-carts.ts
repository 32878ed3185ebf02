import type { ProductRow } from './catalogue-rows.ts';

export interface CodeTerms {
  code: string;
  kind: 'percent' | 'sum';
  target: 'lines' | 'delivery';
  value: number;
  minimum: number;
  product_ids: string[];
  categories: string[];
}

export interface SoldProduct extends ProductRow {
  category: string;
}

export interface PricedLine {
  product: SoldProduct;
  /** What it was sold at, in rupees. */
  price: number;
  quantity: number;
}

/** What `shop.price_order` is asked. */
export interface PricedCart {
  lines: PricedLine[];
  /** Null: collected in the shop. */
  delivery: { freeFrom: number; fee: number } | null;
  off: { code: CodeTerms } | { amount: number; reason: string } | null;
  /** What else was promised, in rupees, after the code. */
  promised?: number;
}

/** The sums of an order, all in paisas. */
export interface Price {
  subtotal: number;
  discount: number;
  shipping: number;
  deliveryDiscount: number;
  total: number;
  shares: number[];
}

export const paisas = (rupees: number): number => Math.round(rupees * 100);
const sumOf = (sums: number[]): number => sums.reduce((sum, each) => sum + each, 0);

/** What a cart costs, worked out apart from the database, in whole paisas. */
export function expectedPrice({ lines, delivery, off, promised = 0 }: PricedCart): Price {
  const amounts = lines.map(({ price, quantity }) => paisas(price) * quantity);
  const subtotal = sumOf(amounts);
  const isFree = !delivery || subtotal === 0 || subtotal >= paisas(delivery.freeFrom);
  const charge = isFree ? 0 : paisas(delivery.fee);
  const { discount: first, deliveryDiscount, eligible } = takenOff(lines, amounts, charge, off);
  const shares = sharesOf(first, eligible);
  const left = amounts.map((amount, place) => amount - (shares[place] ?? 0));
  const also = Math.min(paisas(promised), subtotal - first);
  const discount = first + also;
  for (const [place, share] of sharesOf(also, left).entries()) shares[place] = (shares[place] ?? 0) + share;
  const total = subtotal - discount + charge - deliveryDiscount;
  // A rider is asked for whole rupees.
  const rest = Math.min(total % 100, subtotal - discount);
  return {
    subtotal,
    discount: discount + rest,
    shipping: charge - deliveryDiscount,
    deliveryDiscount,
    total: total - rest,
    shares: withRest(rest, shares, amounts),
  };
}

/** The shares with the paisa that would be left, of the lines that have a share already, or of all where those cost too little. */
function withRest(rest: number, shares: number[], amounts: number[]): number[] {
  const left = amounts.map((amount, place) => amount - (shares[place] ?? 0));
  const underCode = left.map((amount, place) => (shares[place] ? amount : 0));
  const more = sharesOf(rest, sumOf(underCode) >= rest ? underCode : left);
  return shares.map((share, place) => share + (more[place] ?? 0));
}

function takenOff(lines: PricedLine[], amounts: number[], charge: number, off: PricedCart['off']) {
  const subtotal = sumOf(amounts);
  if (!off) return { discount: 0, deliveryDiscount: 0, eligible: amounts };
  if ('amount' in off) return { discount: Math.min(paisas(off.amount), subtotal), deliveryDiscount: 0, eligible: amounts };
  const { kind, target, value, minimum, product_ids, categories } = off.code;
  const isFor = ({ product }: PricedLine) =>
    product_ids.length + categories.length === 0 || product_ids.includes(product.id) || categories.includes(product.category);
  const eligible = amounts.map((amount, place) => (isFor(lines[place] as PricedLine) ? amount : 0));
  const most = target === 'lines' ? sumOf(eligible) : sumOf(eligible) > 0 ? charge : 0;
  // Percents take off whole rupees, half a rupee rounded up.
  const wanted = kind === 'sum' ? paisas(value) : Math.floor((2 * most * paisas(value) + 1_000_000) / 2_000_000) * 100;
  const taken = subtotal < paisas(minimum) ? 0 : Math.min(most, wanted);
  return { discount: target === 'lines' ? taken : 0, deliveryDiscount: target === 'delivery' ? taken : 0, eligible };
}

/** By largest remainder, the first of equal ones. */
function sharesOf(amount: number, weights: number[]): number[] {
  const total = BigInt(Math.max(1, sumOf(weights)));
  const parts = weights.map((weight, place) => {
    const product = BigInt(amount) * BigInt(weight);
    return { place, whole: Number(product / total), remainder: product % total };
  });
  const left = amount - sumOf(parts.map(({ whole }) => whole));
  const first = parts.toSorted((one, other) => Number(other.remainder - one.remainder) || one.place - other.place).slice(0, left);
  return parts.map((part) => part.whole + (first.includes(part) ? 1 : 0));
}

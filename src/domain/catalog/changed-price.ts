import type { PriceChange } from './contract.ts';

/** Parts of a per cent that count, so that prices are computed in whole numbers and round as the database's decimals do. */
const FINENESS = 10_000;

/** The price that a bulk change makes of a price, in rupees, as `shop.changed_price` computes it. */
export function changedPrice(price: number, change: PriceChange): number {
  const factor = 'percent' in change ? 100 * FINENESS + Math.round(change.percent * FINENESS) : 100 * FINENESS;
  const paisas = Math.round(('set' in change ? change.set : price) * 100) * factor;
  const { roundTo } = change;
  if (roundTo === undefined) return Math.round(paisas / (100 * FINENESS)) / 100;
  return Math.max(Math.round(paisas / (100 * 100 * FINENESS * roundTo)), 1) * roundTo;
}

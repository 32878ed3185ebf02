import { formatPrice, formatRupees } from '#domain/money.ts';

/** From one price to another, both included; null: without an end. */
export interface PriceRange {
  minPrice: number | null;
  maxPrice: number | null;
}

/** Round prices that divide products into up to four ranges of about the same number. */
export function priceBorders(prices: number[]): number[] {
  const sorted = [...prices].sort((a, b) => a - b);
  const [lowest = 0, highest = 0] = [sorted[0], sorted[sorted.length - 1]];
  const quarters = [1, 2, 3].map((quarter) => roundPrice(sorted[Math.floor((quarter * sorted.length) / 4)] ?? 0));
  return [...new Set(quarters)].filter((border) => border > lowest && border < highest);
}

/** The ranges between these prices; none where there is nothing to part. */
export function rangesBetween(borders: number[]): PriceRange[] {
  if (borders.length === 0) return [];
  return [null, ...borders].map((minPrice, place) => ({ minPrice, maxPrice: borders[place] ?? null }));
}

/** To one digit and a half: 1,180 is 1,000, 1,750 is 2,000, 650 stays. */
function roundPrice(rupees: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(rupees, 1))) / 2;
  return Math.round(rupees / step) * step;
}

export function priceLabel({ minPrice, maxPrice }: PriceRange): string {
  if (minPrice === null) return maxPrice === null ? 'Any price' : `Up to ${formatPrice(maxPrice)}`;
  return maxPrice === null ? `From ${formatPrice(minPrice)}` : `${formatPrice(minPrice)} – ${formatRupees(maxPrice)}`;
}

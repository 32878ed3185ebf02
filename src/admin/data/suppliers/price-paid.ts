import { formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { SupplierPrice } from '#domain/suppliers/contract.ts';

/** What a piece cost before: `Rs. 450 on 12 Nov 2026, lowest Rs. 400 on 3 Feb 2026`. */
export function pricePaidText({ last, lastAt, lowest, lowestAt }: SupplierPrice): string {
  const text = `${formatPrice(last)} on ${formatDay(lastAt)}`;
  return lowest < last ? `${text}, lowest ${formatPrice(lowest)} on ${formatDay(lowestAt)}` : text;
}

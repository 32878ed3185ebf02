import { formatPrice } from '#admin/kit/price-text.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { takenOff } from '#domain/orders/sums.ts';
import type { TwinOrder } from '#domain/orders/twins.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

type MergedOrder = Pick<StaffOrder, 'orderNumber' | 'totalAmount' | 'discount' | 'deliveryDiscount' | 'discountCode'>;

/** What merging two orders does to what they cost, and which code goes, sentence by sentence. */
export function mergeTexts(order: MergedOrder, twin: Omit<TwinOrder, 'id'>): string[] {
  const { mergedTotal, mergedTakenOff, mergedCode } = twin;
  const codes = [order, twin]
    .filter(({ discountCode }) => discountCode && discountCode !== mergedCode)
    .map(({ orderNumber, discountCode }) => `${orderNumber} then loses its code ${discountCode}, which may be used again.`);
  if (isHiddenSum(mergedTotal)) return codes;
  const both = order.totalAmount + twin.totalAmount;
  const off = takenOff(order) + twin.takenOff;
  const withCode = mergedCode ? ` with ${mergedCode}` : '';
  return [
    both > mergedTotal
      ? `Merged, both cost ${formatPrice(mergedTotal)} instead of ${formatPrice(both)}: ${formatPrice(both - mergedTotal)} less for the shop.`
      : `Merged, both cost ${formatPrice(mergedTotal)}, the same as apart.`,
    ...codes,
    ...(mergedTakenOff > 0 && mergedTakenOff === off ? [`${formatPrice(off)} is taken off${withCode}, the same as apart.`] : []),
    ...(mergedTakenOff === off
      ? []
      : [`Merged, ${formatPrice(mergedTakenOff)} is taken off${withCode}; apart, ${formatPrice(off)}.`]),
  ];
}

import { formatPrice } from '#admin/kit/price-text.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { takenOff } from '#domain/orders/sums.ts';
import type { TwinOrder } from '#domain/orders/twins.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

/** What merging two orders does to what they cost, and which code goes, sentence by sentence. */
export function mergeTexts(order: StaffOrder, twin: TwinOrder): string[] {
  const both = order.totalAmount + twin.totalAmount;
  const less = both - twin.mergedTotal;
  const off = takenOff(order) + twin.takenOff;
  const lost = [order, twin].filter(({ discountCode }) => discountCode && discountCode !== twin.mergedCode);
  const codes = lost.map(
    ({ orderNumber, discountCode }) => `${orderNumber} is without its code ${discountCode} then, which may be used again.`,
  );
  if (isHiddenSum(twin.mergedTotal)) return codes;
  return [
    `Merged, both cost ${formatPrice(twin.mergedTotal)} instead of ${formatPrice(both)}${less > 0 ? `: the shop gets ${formatPrice(less)} less` : ''}.`,
    ...codes,
    ...(off > 0 || twin.mergedTakenOff > 0
      ? [
          `${formatPrice(twin.mergedTakenOff)} is taken off then${twin.mergedCode ? ` with ${twin.mergedCode}` : ''}; it is ${formatPrice(off)} now.`,
        ]
      : []),
  ];
}

import { formatPrice } from '#admin/kit/price-text.ts';
import { takenOff } from '#domain/orders/sums.ts';

interface Quoted {
  shipping: number;
  discount?: number | undefined;
  deliveryDiscount?: number | undefined;
  code?: string | undefined;
}

/** What is in a total: `with Rs. 200 delivery, after Rs. 300 off (EID10)`. */
export function quoteText(quote: Quoted, isCollected = false): string {
  const { shipping, code } = quote;
  const delivery = shipping === 0 ? 'with free delivery' : `with ${formatPrice(shipping)} delivery`;
  const off = takenOff(quote);
  const why = code ? ` (${code})` : '';
  return `${isCollected ? 'collected in the shop' : delivery}${off > 0 ? `, after ${formatPrice(off)} off${why}` : ''}`;
}

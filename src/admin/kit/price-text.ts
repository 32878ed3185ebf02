import { formatPrice as formatShown } from '#domain/money.ts';

/** As the shop writes a price; a sum that the role may not see is `null`, and a dash. In the office alone: the shop's pages have no byte to spare. */
export function formatPrice(rupees: number | null): string {
  return rupees === null ? '–' : formatShown(rupees);
}

import { LOCALE } from './region.ts';

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `2999` becomes `2,999`; paisa only when there are any. */
export function formatRupees(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}

/** `2999` becomes `Rs. 2,999`. */
export function formatPrice(rupees: number): string {
  return `Rs. ${formatRupees(rupees)}`;
}

/** A sum of rupees without the dust of binary fractions. */
export function roundMoney(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

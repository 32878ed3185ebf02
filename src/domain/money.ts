import { LOCALE } from './region.ts';

/** Made when first needed: they take a cheap phone a tenth of a second, and most pages come with their prices written. */
const formats: Partial<Record<0 | 2, Intl.NumberFormat>> = {};

/** `2999` becomes `2,999`; paisa only when there are any. */
export function formatRupees(rupees: number): string {
  const digits = Number.isInteger(rupees) ? 0 : 2;
  formats[digits] ??= new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return formats[digits].format(rupees);
}

/** `2999` becomes `Rs. 2,999`, whose space never breaks: a line that ends in "Rs." says no price. */
export function formatPrice(rupees: number): string {
  return `Rs.\u00a0${formatRupees(rupees)}`;
}

/** `2999` becomes `Rs 2,999`, as claims and descriptions write it. Does not break either. */
export function formatClaim(rupees: number): string {
  return formatPrice(rupees).replace('.', '');
}

/** A sum of rupees without the dust of binary fractions. */
export function roundMoney(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

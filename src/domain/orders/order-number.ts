import { latinDigits } from '#domain/phone.ts';

/** What people write around the number: `Order no. #10149`. */
const AROUND = /^(?:ord|order|آرڈر)?(?:no|nr|num|number|نمبر)?$/;

/** An order number however it is written (`10149`, `ord 10149`, `#10149`, `۱۰۱۴۹`) as the shop writes it: `ORD-10149`. Anything else stays what it is. */
export function readOrderNumber(typed: string): string {
  const text = latinDigits(typed).toLowerCase();
  const digits = text.replace(/\D/g, '');
  const around = text.replace(/[\d\s\p{P}\p{S}\p{Cf}]/gu, '');
  return digits && AROUND.test(around) ? `ORD-${digits}` : typed.trim();
}

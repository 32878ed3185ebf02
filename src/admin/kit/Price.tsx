import { formatPrice } from './price-text.ts';

/** A sum, or a dash for a role that may not see it, which screen readers are told. */
export function Price({ of: sum }: { of: number | null }) {
  if (sum !== null) return formatPrice(sum);
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">hidden from your role</span>
    </>
  );
}

import { DOTS } from '#domain/masked.ts';

/** Rupees as the shop writes them: `Rs 2,050`, `Rs. 2,050.50`. */
const SUM = /\bRs\.?[\s\u00a0]?[\d,]*\d(?:\.\d+)?/g;

/** What details of a refusal call rupees. */
const SUMS = ['amount', 'asked', 'credit', 'due', 'missing', 'received', 'refunded', 'total', 'totalAmount'];

/** What a refusal says, its words or its details, without the rupees in it. */
export function withoutSums(said: unknown): unknown {
  if (typeof said === 'string') return said.replace(SUM, `Rs ${DOTS}`);
  if (Array.isArray(said)) return said.map(withoutSums);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      SUMS.includes(name) && typeof value === 'number' ? null : withoutSums(value),
    ]),
  );
}

import type { StaffOrder } from '#domain/orders/contract.ts';

/** An order without pieces, and what gives it some. Nothing for any other order. */
export function AwaitsProof({ order: { awaitsProof } }: { order: Pick<StaffOrder, 'awaitsProof'> }) {
  if (!awaitsProof) return null;
  return (
    <p className="rounded-lg bg-notice px-4 py-3 text-sm">
      <strong className="font-medium">Awaits proof.</strong> Strangers have reserved many pieces, so none are set aside for this
      order yet. Call the customer: confirming it takes its pieces out of stock, if they are still there.
    </p>
  );
}

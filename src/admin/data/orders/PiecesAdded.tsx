import { formatMoment } from '#admin/kit/formats.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isUnpacked } from '#domain/orders/status.ts';

/** The shopper added pieces after the order was placed: a slip that was printed before lacks them. Nothing once it is packed. */
export function PiecesAdded({ order }: { order: StaffOrder }) {
  if (!order.piecesAddedAt || !isUnpacked(order)) return null;
  return (
    <p className="mt-4 rounded-md bg-notice px-4 py-3 text-sm">
      <strong className="font-medium">The customer added pieces</strong> ({formatMoment(order.piecesAddedAt)}). A packing slip
      printed before lacks them.
    </p>
  );
}

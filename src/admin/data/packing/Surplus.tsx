import TriangleAlert from 'virtual:icons/triangle-alert';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { ApiFailure } from '#browser/api.ts';
import type { PackedPiece, Packing } from '#domain/packing/contract.ts';
import { unpackPieces } from './packing-api.ts';
import { nameOf } from './packing-state.ts';

/** Pieces that were packed beyond what is ordered: two facts that somebody has to look at, who packed what and when. */
export function Surplus({ order }: { order: Packing }) {
  if (order.surplus.length === 0) return null;
  return (
    <section aria-label="Too many in the parcel" className="mt-4 rounded-lg border border-danger/30 bg-danger/8 p-4">
      <h2 className="flex items-center gap-2 font-sans text-base font-medium text-danger">
        <TriangleAlert className="size-5 shrink-0" />
        More was packed than is ordered
      </h2>
      <ul className="mt-2 divide-y divide-danger/20">
        {order.surplus.map((piece) => (
          <li key={piece.key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 grow text-sm">
              <p className="font-medium break-words">
                {nameOf({ productName: piece.name, color: piece.color, size: piece.size })}
                {piece.quantity > 1 && ` × ${piece.quantity}`}
              </p>
              <p>Packed by {who(piece)}</p>
              {others(order, piece).map((other) => (
                <p key={other.key}>In the parcel already: by {who(other)}</p>
              ))}
              {!piece.isOrdered && <p>The order was changed: it no longer has this piece</p>}
            </div>
            <MayButton
              right="send_parcels"
              onClick={() =>
                void unpackPieces(order, nameOf({ productName: piece.name, color: piece.color, size: piece.size }), [piece.key])
              }
              className="btn btn-outline px-4"
            >
              Taken out
            </MayButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

const who = ({ by, packedAt }: PackedPiece) => `${by ?? 'somebody who left'}, ${formatMoment(packedAt)}`;

/** What counts of the same line. */
function others({ lines }: Packing, { itemId, variantId }: PackedPiece): PackedPiece[] {
  return lines.find((line) => line.itemId === itemId && line.variantId === variantId)?.pieces ?? [];
}

/** What to say when a piece could not even be kept on the device. */
export function notKept(error: unknown): string {
  if (error instanceof ApiFailure) return error.message;
  return 'This browser could not store it. Leave private browsing, or free some space';
}

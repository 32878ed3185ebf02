import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import type { LeftOver } from '#domain/stock/contract.ts';
import { choiceName, pieceName } from '#domain/variants/choice-text.ts';
import { AdjustStock } from './AdjustStock.tsx';
import { leftOverQuery } from './stock-api.ts';

/** Pieces that came back to choices no longer offered: on the shelf, and not for sale. Shows nothing where there are none. */
export function LeftOverPieces() {
  const { data: pieces = [] } = useQuery(leftOverQuery);
  const [open, setOpen] = useState<LeftOver | null>(null);
  if (pieces.length === 0) return null;
  const count = pieces.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0);
  return (
    <section aria-labelledby="left-over" className="panel mb-6 p-4 sm:p-6">
      <h2 id="left-over" className="text-xl">
        Pieces of choices you no longer offer
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {countText('piece', count)} came back from orders and cannot be bought. Offer the choice again on its product, or set the
        stock to 0 once they are gone.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {pieces.map((piece) => (
          <li key={piece.id} className="flex flex-wrap items-center gap-3 py-3">
            <Thumbnail src={piece.image} />
            <span className="min-w-0 flex-1 break-words">
              {piece.productName}
              <span className="block text-sm text-muted tabular-nums">
                {[choiceName(piece) || 'Counted as a whole', piece.sku].join(' · ')}
              </span>
            </span>
            <span className="font-medium tabular-nums">{piece.stockQuantity}</span>
            <MayButton
              right="correct_stock"
              onClick={() => setOpen(piece)}
              aria-label={`Adjust Stock of ${nameOf(piece)}`}
              className="btn btn-outline px-4"
            >
              Adjust Stock
            </MayButton>
          </li>
        ))}
      </ul>
      {open && <AdjustStock piece={{ ...open, name: nameOf(open) }} onClose={() => setOpen(null)} onNext={null} />}
    </section>
  );
}

function nameOf(piece: LeftOver): string {
  return pieceName(piece.productName, piece);
}

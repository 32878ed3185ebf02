import X from 'virtual:icons/x';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useState } from 'react';
import { findPieces, type Piece } from '#admin/data/products/product-choices.ts';
import { failureText } from '#admin/kit/failure-text.ts';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';

interface Props {
  onPiece: (piece: Piece) => void;
  /** The box itself, for whoever gives it the focus back. */
  box: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
  /** Whether an SKU is known without asking, and what another scan of it does while the shop cannot be reached. */
  isKnown?: (sku: string) => boolean;
  onAgain?: (sku: string) => void;
}

/**
 * Finds pieces: an SKU, scanned or typed, and Enter give its piece; a part of a name shows the pieces to choose from. Ready for the next at once, from the
 * moment the screen opens. Whoever scans on does not look at the screen: what gave no piece stays listed until it does, or is dismissed.
 */
export function ScanBox({ onPiece, box, disabled = false, isKnown, onAgain }: Props) {
  const client = useQueryClient();
  const listId = useId();
  const [found, setFound] = useState<Piece[]>([]);
  /** Why there is no piece, by what was scanned. */
  const [missed, setMissed] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!disabled) box.current?.focus();
  }, [box, disabled]);

  function note(text: string, reason: string | null) {
    setMissed((before) => {
      const next = new Map(before);
      next.delete(text);
      return reason === null ? next : next.set(text, reason);
    });
  }

  async function find(text: string): Promise<ScanOutcome | null> {
    setFound([]);
    try {
      // Scanned again and again, a piece is asked for once.
      const queryKey = ['pieces', 'scanned', text];
      const pieces = await client.fetchQuery({
        queryKey,
        queryFn: ({ signal }) => findPieces(text, signal),
        staleTime: 10_000,
      });
      const [only] = pieces.length === 1 ? pieces : pieces.filter(({ sku }) => sku === text.toUpperCase());
      note(text, pieces.length > 0 ? null : `Nothing has “${text}” in its SKU or name`);
      if (only) {
        onPiece(only);
        return { tone: 'right', text: '' };
      }
      setFound(pieces);
      return pieces.length > 0 ? null : { tone: 'wrong', text: '' };
    } catch (failure) {
      const sku = text.toUpperCase();
      if (isKnown?.(sku)) {
        onAgain?.(sku);
        return { tone: 'right', text: '' };
      }
      note(text, `“${text}”: ${failureText(failure, 'Failed to look for the piece')}. Scan it again`);
      return { tone: 'wrong', text: '' };
    }
  }

  function choose(pieces: Piece[]) {
    for (const piece of pieces) onPiece(piece);
    setFound([]);
    box.current?.focus();
  }

  return (
    <section aria-label="Find pieces" className="panel mb-4 p-4">
      <ScanField
        label="SKU or name"
        action="Add"
        box={box}
        disabled={disabled}
        describedBy={[...missed.keys()].map((_, index) => `${listId}${index}`).join(' ')}
        onCode={find}
      />
      <ul role="status" className="empty:hidden">
        {[...missed].map(([text, reason], index) => (
          <li key={text} className="flex items-center justify-between gap-2">
            <span id={`${listId}${index}`} className="text-sm break-words text-danger">
              {reason}
            </span>
            <button
              type="button"
              onClick={() => {
                note(text, null);
                box.current?.focus();
              }}
              aria-label={`Dismiss “${text}”`}
              className="btn-icon shrink-0 text-muted hover:text-ink"
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {found.length > 0 && (
        <div className="mt-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status" className="text-sm text-muted">
              Which of these?
            </p>
            <button type="button" onClick={() => choose(found)} className="btn btn-outline px-4">
              Add all {found.length}
            </button>
          </div>
          <ul className="mt-2 grid max-h-72 gap-1 overflow-y-auto sm:grid-cols-2">
            {found.map((piece) => (
              <li key={piece.id}>
                <button
                  type="button"
                  onClick={() => choose([piece])}
                  className="block min-h-11 w-full rounded-lg border border-line bg-white px-3 py-1.5 text-left hover:border-ink"
                >
                  <span className="block break-words">{piece.label}</span>
                  <span className="block text-sm text-muted tabular-nums">{piece.note}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

import ScanBarcode from 'virtual:icons/scan-barcode';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { findPieces, type Piece } from '#admin/kit/product-choices.ts';
import { Field } from '#components/Field.tsx';

interface Props {
  onPiece: (piece: Piece) => void;
  disabled?: boolean;
}

/** Finds pieces: an SKU, scanned or typed, and Enter give its piece; a part of a name shows the pieces to choose from. Ready for the next at once. */
export function ScanBox({ onPiece, disabled = false }: Props) {
  const client = useQueryClient();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Piece[]>([]);
  const [error, setError] = useState('');
  // Whoever scans on does not look at the screen: what was not found stays said.
  const [unknown, setUnknown] = useState<string[]>([]);
  useEffect(() => box.current?.focus(), []);

  async function find(event: FormEvent) {
    event.preventDefault();
    const text = typed.trim();
    if (!text) return;
    setTyped('');
    setFound([]);
    setError('');
    try {
      // Scanned again and again, a piece is asked for once.
      const queryKey = ['pieces', 'scanned', text];
      const pieces = await client.fetchQuery({
        queryKey,
        queryFn: ({ signal }) => findPieces(text, signal),
        staleTime: 10_000,
      });
      const [first] = pieces;
      if (first) setUnknown((before) => before.filter((other) => other !== text));
      if (!first) setUnknown((before) => [...before.filter((other) => other !== text), text]);
      else if (first.sku === text.toUpperCase() || pieces.length === 1) onPiece(first);
      else setFound(pieces);
    } catch (failure) {
      setError(failureText(failure, 'Failed to look for the piece'));
      setTyped((now) => now || text);
    }
  }

  function choose(pieces: Piece[]) {
    for (const piece of pieces) onPiece(piece);
    setFound([]);
    box.current?.focus();
  }

  return (
    <section aria-label="Find pieces" className="panel mb-4 p-4">
      <form onSubmit={find}>
        <Field
          label="SKU or name"
          error={[error, ...unknown.map((text) => `Nothing has “${text}” in its SKU or name`)].filter(Boolean).join('. ')}
        >
          {(control) => (
            <div className="flex gap-2">
              <input
                {...control}
                ref={box}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                disabled={disabled}
                placeholder="Scan or type, then Enter"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="field"
              />
              <button type="submit" disabled={disabled} className="btn btn-primary shrink-0 px-4">
                <ScanBarcode className="size-4" />
                Add
              </button>
            </div>
          )}
        </Field>
      </form>
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

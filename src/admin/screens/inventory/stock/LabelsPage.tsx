import { choiceName } from '#domain/variants/choice-text.ts';
import '#admin/kit/paper.css';
import Printer from 'virtual:icons/printer';
import X from 'virtual:icons/x';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Piece } from '#admin/data/products/product-choices.ts';
import { Barcode } from '#admin/kit/barcode/Barcode.tsx';
import { isScannable } from '#admin/kit/barcode/barcode-size.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { ScanBox } from './ScanBox.tsx';

/** Papers with their labels, and the millimetres that a barcode has on one. */
const PAPERS = {
  a4: { label: 'A4, 24 labels of 70 × 37 mm', barcodeMm: 62, perSheet: 24 },
  roll: { label: 'Roll, 60 × 30 mm', barcodeMm: 56, perSheet: 1 },
} as const;
type Paper = keyof typeof PAPERS;
const PAPER_OPTIONS = (Object.keys(PAPERS) as Paper[]).map((value) => ({ value, label: PAPERS[value].label }));

const MAX_COPIES = 500;

/** Longer ones are set smaller, so that they stay on one line. */
const LONG_SKU = 24;

/** Barcode labels of chosen pieces, so many of each. */
export default function LabelsPage() {
  const [wanted, setWanted] = useState<{ piece: Piece; copies: number }[]>([]);
  const box = useRef<HTMLInputElement>(null);
  const [paper, setPaper] = useState<Paper>('a4');
  // The labels before it were used up by an earlier print.
  const [start, setStart] = useState(1);
  const { perSheet } = PAPERS[paper];
  const labels = wanted.flatMap(({ piece, copies }) => Array.from({ length: copies }, (_, copy) => ({ piece, copy })));

  function setCopies(id: string, copies: number) {
    const whole = Math.min(Math.max(Math.trunc(copies) || 0, 0), MAX_COPIES);
    setWanted((before) => before.map((entry) => (entry.piece.id === id ? { ...entry, copies: whole } : entry)));
  }

  return (
    <Screen
      title="Barcodes"
      actions={
        <>
          <Select label="Paper" value={paper} options={PAPER_OPTIONS} onChange={setPaper} look="btn btn-outline px-3" />
          {perSheet > 1 && (
            <label className="flex items-center gap-2 text-sm">
              Start at label
              <input
                type="number"
                inputMode="numeric"
                min={1}
                max={perSheet}
                value={start || ''}
                onFocus={(event) => event.currentTarget.select()}
                onChange={({ target }) => setStart(Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), perSheet))}
                onBlur={() => setStart((typed) => typed || 1)}
                className="field w-20 tabular-nums"
              />
            </label>
          )}
          <button type="button" disabled={labels.length === 0} onClick={() => window.print()} className="btn btn-primary px-4">
            <Printer className="size-4" />
            Print {formatCount(labels.length)} {labels.length === 1 ? 'SKU label' : 'SKU labels'}
          </button>
        </>
      }
    >
      <ScanBox
        box={box}
        onPiece={(piece) =>
          setWanted((before) =>
            before.some((entry) => entry.piece.id === piece.id)
              ? before.map((entry) => (entry.piece.id === piece.id ? { ...entry, copies: entry.copies + 1 } : entry))
              : [...before, { piece, copies: 1 }],
          )
        }
      />
      {wanted.length === 0 ? (
        <p className="panel px-4 py-8 text-center text-muted">Choose the pieces that need SKU labels.</p>
      ) : (
        <>
          <ul aria-label="SKU labels to print" className="panel divide-y divide-line">
            {wanted.map(({ piece, copies }) => (
              <li key={piece.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 grow basis-56">
                  <p className="font-medium break-words">{piece.label}</p>
                  <p className="text-sm text-muted tabular-nums">{piece.note}</p>
                  {!isScannable(piece.sku, PAPERS[paper].barcodeMm) && (
                    <p className="text-sm text-danger">
                      This SKU is too long for a barcode that scans on this paper. A shorter one will do.
                    </p>
                  )}
                </div>
                <button
                  type="button"
                  onClick={() => setCopies(piece.id, piece.stockQuantity)}
                  aria-label={`One label for each piece in stock of ${piece.label}`}
                  className="btn btn-outline px-3"
                >
                  As in stock
                </button>
                <input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={MAX_COPIES}
                  aria-label={`SKU labels of ${piece.label}`}
                  value={copies}
                  onFocus={(event) => event.currentTarget.select()}
                  onChange={({ target }) => setCopies(piece.id, Number(target.value))}
                  className="field w-24 tabular-nums"
                />
                <button
                  type="button"
                  onClick={() => setWanted((before) => before.filter((entry) => entry.piece !== piece))}
                  aria-label={`Remove ${piece.label}`}
                  className="btn-icon text-muted hover:text-danger"
                >
                  <X className="size-5" />
                </button>
              </li>
            ))}
          </ul>
          <h2 className="mt-6 mb-2 text-lg">How they look</h2>
          <ul aria-label="Preview" className="flex flex-wrap gap-3">
            {wanted.map(({ piece }) => (
              <li key={piece.id} className="overflow-hidden border border-line bg-white text-ink">
                <Label piece={piece} paper={paper} />
              </li>
            ))}
          </ul>
        </>
      )}
      {createPortal(
        <div aria-hidden="true" className={`print-only labels-${paper}`}>
          {perSheet > 1 &&
            Array.from({ length: Math.max(start - 1, 0) }, (_, place) => place).map((place) => (
              <div key={place} className={`label label-${paper}`} />
            ))}
          {labels.map(({ piece, copy }) => (
            <Label key={`${piece.id} ${copy}`} piece={piece} paper={paper} />
          ))}
        </div>,
        document.body,
      )}
    </Screen>
  );
}

function Label({ piece, paper }: { piece: Piece; paper: Paper }) {
  const choice = choiceName(piece);
  return (
    <article className={`label label-${paper}`}>
      <p dir="auto" className="label-name">
        {piece.productName}
      </p>
      <p className="label-facts">
        {choice && <span>{choice}</span>}
        <strong>{formatPrice(piece.price)}</strong>
      </p>
      <Barcode text={piece.sku} maxMm={PAPERS[paper].barcodeMm} />
      <p className={`label-sku ${piece.sku.length > LONG_SKU ? 'label-sku-long' : ''}`}>{piece.sku}</p>
    </article>
  );
}

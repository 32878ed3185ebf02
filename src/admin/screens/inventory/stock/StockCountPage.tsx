import { useStore } from '@nanostores/react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { UnsentNotice } from '#admin/data/outbox/UnsentNotice.tsx';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatChange, formatCount } from '#admin/kit/formats.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { $unsent, dropEntry, sendLater, startOutbox } from '#admin/platform/staff-outbox.ts';
import { ApiFailure } from '#browser/api.ts';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { Field } from '#components/Field.tsx';
import { MAX_UNITS, type StockCount, type StockCountPayload, stockCountPayload } from '#domain/stock/contract.ts';
import { CountRow } from './CountRow.tsx';
import {
  type CountedPiece,
  differenceOf,
  EMPTY_SHEET,
  movedMeanwhile,
  payloadOf,
  readSheet,
  sheetOf,
  withScan,
} from './count-sheet.ts';
import { ScanBox } from './ScanBox.tsx';
import { postCount } from './stock-api.ts';

/** Stays in this browser until it is saved. */
const $sheet = safePersistentAtom('admin.stock-count', EMPTY_SHEET, readSheet);

/** Counts many pieces at once: each scan is one more, or the number is typed. One save books all differences under one number. */
export default function StockCountPage() {
  const sheet = useStore($sheet);
  const { pieces, notes, sentAs } = sheet;
  const [isAsking, setAsking] = useState<'save' | 'clear' | null>(null);
  const [saved, setSaved] = useState<{ count: StockCount; moved: ReturnType<typeof movedMeanwhile> } | null>(null);
  const { mutateAsync } = useMutation({ mutationFn: (key: string) => postCount(payloadOf(sheet), key) });
  const isOpen = sentAs !== null;
  // Whoever counts has a scanner in the hand: whatever was done, the next scan lands in its box.
  const box = useRef<HTMLInputElement>(null);
  const differing = pieces.filter((piece) => differenceOf(piece) !== 0);
  const change = differing.reduce((sum, piece) => sum + differenceOf(piece), 0);
  const isComplete = pieces.every(({ counted }) => counted !== null && counted >= 0 && counted <= MAX_UNITS);
  const notesError = stockCountPayload.shape.notes.safeParse(notes).error?.issues[0]?.message;
  const setPieces = (next: CountedPiece[]) => $sheet.set({ ...$sheet.get(), pieces: next });

  async function save() {
    const key = sentAs ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
    $sheet.set({ ...sheet, sentAs: key });
    try {
      const count = await mutateAsync(key);
      setSaved({ count, moved: movedMeanwhile(sheet, count) });
      $sheet.set(EMPTY_SHEET);
    } catch (error) {
      const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
      if (isRefused || !(await keepForLater(key))) {
        // A refusal booked nothing. Without an answer that is not known.
        if (isRefused) $sheet.set({ ...sheet, sentAs: null });
        throw error;
      }
      $sheet.set(EMPTY_SHEET);
    }
  }

  /** Leaves the count to the outbox, which knows it by the key that it was sent with. False where the browser keeps nothing. */
  async function keepForLater(key: string): Promise<boolean> {
    startOutbox();
    const what = `Stock count of ${formatCount(pieces.length)} ${pieces.length === 1 ? 'piece' : 'pieces'}`;
    const headers = { 'Idempotency-Key': key };
    const request = {
      key,
      subject: 'stock count',
      kind: 'stock count',
      what,
      href: '/admin/stock-count',
      path: '/stock-history/counts',
    };
    return sendLater({ ...request, body: payloadOf(sheet), headers }).then(
      () => true,
      () => false,
    );
  }

  return (
    <Screen
      title="Stock Count"
      actions={
        <Link href="/admin/inventory" className="btn btn-outline px-4">
          Inventory
        </Link>
      }
    >
      <UnsentNotice />
      <RefusedCounts isEmpty={pieces.length === 0} />
      <ScanBox
        box={box}
        disabled={isOpen}
        isKnown={(sku) => pieces.some((piece) => piece.sku === sku)}
        onAgain={(sku) => {
          const piece = $sheet.get().pieces.find((one) => one.sku === sku);
          if (piece) setPieces(withScan($sheet.get().pieces, piece));
        }}
        onPiece={({ sku, label, stockQuantity }) => {
          setSaved(null);
          setPieces(withScan($sheet.get().pieces, { sku, name: label, stockSeen: stockQuantity }));
        }}
      />
      {saved && <SavedCount {...saved} />}
      {pieces.length === 0 ? (
        !saved && (
          <p className="panel px-4 py-8 text-center text-muted">
            Nothing counted yet. Scan a label, or type an SKU or a part of a name.
          </p>
        )
      ) : (
        <>
          <ul aria-label="Counted pieces" className="panel divide-y divide-line">
            {pieces.map((piece) => (
              <CountRow
                key={piece.sku}
                piece={piece}
                isLocked={isOpen}
                onDone={() => box.current?.focus()}
                onCount={(counted) => setPieces(pieces.map((other) => (other === piece ? { ...piece, counted } : other)))}
                onRemove={() => {
                  setPieces(pieces.filter((other) => other !== piece));
                  box.current?.focus();
                }}
              />
            ))}
          </ul>
          <Field label="Notes" error={notesError} className="mt-4 max-w-xl">
            {(control) => (
              <input
                {...control}
                value={notes}
                disabled={isOpen}
                onChange={({ target }) => $sheet.set({ ...sheet, notes: target.value })}
                className="field"
              />
            )}
          </Field>
          {isOpen && (
            <p role="status" className="mt-4 rounded-lg bg-notice px-4 py-3 text-sm">
              The count was sent, but no answer came. Send it again: it is booked only once.
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-ink-soft tabular-nums">
              {formatCount(pieces.length)} counted, {formatCount(differing.length)} differ ({formatChange(change)})
            </p>
            <div className="flex gap-3">
              <button type="button" onClick={() => setAsking('clear')} className="btn btn-outline px-4">
                Clear
              </button>
              <button
                type="button"
                disabled={!isComplete || notesError !== undefined}
                onClick={() => setAsking('save')}
                className="btn btn-primary px-4"
              >
                {isOpen ? 'Send Again' : 'Save Count'}
              </button>
            </div>
          </div>
        </>
      )}
      {isAsking === 'save' && (
        <ConfirmDialog
          question={`Save the count of ${formatCount(pieces.length)} ${pieces.length === 1 ? 'piece' : 'pieces'}?`}
          detail={
            differing.length === 0
              ? 'Everything matches the books.'
              : `${differing.map((piece) => `${piece.name}: ${formatChange(differenceOf(piece))}`).join('; ')}. Pieces sold since they were counted stay sold.`
          }
          action="Save Count"
          busyAction="Saving…"
          failure="Failed to save the count"
          tone="plain"
          onConfirm={save}
          finalFocus={box}
          onClose={() => setAsking(null)}
        />
      )}
      {isAsking === 'clear' && (
        <ConfirmDialog
          question="Clear the count?"
          detail="What was counted is forgotten. The stock stays as it is."
          action="Clear"
          onConfirm={() => $sheet.set(EMPTY_SHEET)}
          finalFocus={box}
          onClose={() => setAsking(null)}
        />
      )}
    </Screen>
  );
}

/** Counts that were sent later and that the shop would not take: nothing typed is lost, it goes back into the sheet. */
function RefusedCounts({ isEmpty }: { isEmpty: boolean }) {
  const refused = useStore($unsent).filter(({ kind, refusal }) => kind === 'stock count' && refusal);
  return refused.map(({ key, refusal, what, body }) => (
    <div key={key} role="alert" className="mb-4 rounded-lg border border-danger/30 bg-danger/8 px-4 py-3 text-sm">
      <p>
        {what} was not taken: {refusal?.message}
      </p>
      <button
        type="button"
        disabled={!isEmpty}
        onClick={() => {
          $sheet.set(sheetOf(body as StockCountPayload));
          void dropEntry(key);
        }}
        className="btn btn-outline btn-small mt-2"
      >
        Correct it
      </button>
    </div>
  ));
}

function SavedCount({ count, moved }: { count: StockCount; moved: ReturnType<typeof movedMeanwhile> }) {
  const differing = count.items.filter(({ quantity }) => quantity !== 0);
  return (
    <section aria-label="Saved count" className="panel mb-4 px-4 py-4">
      <p role="status">
        <strong className="font-medium">{count.countNumber}</strong> was saved: {formatCount(differing.length)} of{' '}
        {formatCount(count.items.length)} differed.{' '}
        <Link href={`/admin/history?reference=${count.countNumber}`} className="underline underline-offset-4">
          History
        </Link>
      </p>
      <ul className="mt-1 text-sm text-ink-soft">
        {moved.map(({ name, moved, now }) => (
          <li key={name}>
            {name}: {formatChange(moved)} since it was counted, so there are {formatCount(now)} now.
          </li>
        ))}
      </ul>
    </section>
  );
}

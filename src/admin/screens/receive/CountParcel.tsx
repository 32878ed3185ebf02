import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ORDER_STATUSES } from '#admin/data/orders/statuses.ts';
import { SHIPMENT_STATUSES } from '#admin/data/shipments/statuses.ts';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { returnTo } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { Field } from '#components/Field.tsx';
import {
  DISPOSITIONS,
  type Disposition,
  dispositionLabels,
  newReceipt,
  type ReceivedItem,
  type ReturnedPieces,
} from '#domain/receipts/contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { type Counts, countOf, hereOf, leftOf, nothingToReceive, piecesOf, withOneMore, withScan } from './count-pieces.ts';
import { postReceipt } from './receive-api.ts';

/** Counts the pieces of a parcel: each scan is one that goes back on the shelf, a press says otherwise. One save sends all of it, once. */
export function CountParcel({ pieces: latestPieces }: { pieces: ReturnedPieces }) {
  const [counts, setCounts] = useState<Counts>({});
  /** Scans may follow one another before the screen is drawn anew. */
  const latest = useRef(counts);
  const [notes, setNotes] = useState('');
  const [isComplete, setComplete] = useState(false);
  /** An attempt that was not answered: whether it was booked is not known, so it is only sent again as it is, beside the pieces that it counted. */
  const [attempt, setAttempt] = useState<{ key: string; pieces: ReturnedPieces } | null>(null);
  const [failure, setFailure] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const pieces = attempt?.pieces ?? latestPieces;
  const { order, shipmentId, shipments, items } = pieces;
  const nothing = nothingToReceive(pieces);
  const sent = piecesOf(counts);
  const left = items.reduce((sum, item) => sum + leftOf(counts, item), 0);
  const counted = sent.reduce((sum, { quantity }) => sum + quantity, 0);
  const isLocked = attempt !== null;
  const notesError = newReceipt.shape.notes.safeParse(notes).error?.issues[0]?.message;
  const { question } = useUnsavedChanges(counted > 0 || notes !== '', (goOn) => goOn());
  useEffect(() => box.current?.focus(), []);

  function change(next: Counts) {
    latest.current = next;
    setCounts(next);
    setFailure('');
  }

  function scan(code: string): ScanOutcome {
    const scanned = withScan(items, latest.current, code);
    if ('refusal' in scanned) return { tone: 'wrong', text: scanned.refusal };
    change(scanned.counts);
    const { item } = scanned;
    return { tone: 'right', text: `${item.productName}: ${hereOf(scanned.counts, item)} of ${item.quantity}` };
  }

  const { mutate, isPending } = useMutation({
    mutationFn: (key: string) =>
      postReceipt({
        key,
        orderId: order.id,
        ...(shipmentId && { shipmentId }),
        pieces: sent,
        isComplete: isComplete && left > 0,
        notes,
      }),
    onMutate: (key) => {
      setAttempt({ key, pieces });
      setFailure('');
    },
    onSuccess: () => {
      toast(`Order ${order.orderNumber}: ${countText('piece', counted)} received`);
      returnTo('/admin/receive');
    },
    onError: (error) => {
      // A refusal booked nothing.
      if (error instanceof ApiFailure && error.status >= 400 && error.status < 500) setAttempt(null);
      const named = error instanceof ApiFailure ? [...new Set(error.errors.map(({ message }) => message))].join('. ') : '';
      setFailure(named || failureText(error, 'No answer came. Send it again: it is booked only once'));
    },
  });

  return (
    <>
      <section aria-label="Parcel" className="panel mb-4 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={`/admin/orders/${order.orderNumber}`} className="font-medium underline underline-offset-4">
            {order.orderNumber}
          </Link>
          <StatusBadge label={ORDER_STATUSES[order.status]} />
          <span className="min-w-0 text-sm break-words text-ink-soft">
            <bdi>{order.customerName}</bdi>
            {order.city && ` · ${order.city}`}
          </span>
        </div>
        <ul className="mt-1 text-sm break-words text-muted">
          {shipments.map(({ id, shipmentNumber, carrier, trackingNumber, status }) => (
            <li key={id} className={id === shipmentId ? 'font-medium text-ink' : ''}>
              {[shipmentNumber, carrier, trackingNumber, SHIPMENT_STATUSES[status].text].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
        {nothing ? (
          <p role="status" className="mt-3 rounded-lg bg-notice px-4 py-3 text-sm">
            {nothing}
          </p>
        ) : (
          <div className="mt-3">
            <ScanField label="SKU of a piece" action="Count" box={box} disabled={isLocked} onCode={scan} />
          </div>
        )}
      </section>
      <ul aria-label="Pieces" className="panel divide-y divide-line">
        {items.map((item) => (
          <CountedLine
            key={item.id}
            item={item}
            counts={counts}
            isLocked={isLocked || nothing !== ''}
            onOneMore={(disposition) => change(withOneMore(latest.current, item, disposition))}
            onClear={() => {
              change({ ...latest.current, [item.id]: {} });
              box.current?.focus();
            }}
          />
        ))}
      </ul>
      {!nothing && (
        <>
          <Field label="Notes" error={notesError} className="mt-4 max-w-xl">
            {(control) => (
              <input
                {...control}
                value={notes}
                disabled={isLocked}
                onChange={({ target }) => setNotes(target.value)}
                className="field"
              />
            )}
          </Field>
          {left > 0 && (
            <label className="mt-3 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={isComplete}
                disabled={isLocked}
                onChange={({ target }) => setComplete(target.checked)}
                className="size-5 shrink-0 accent-wine"
              />
              Nothing more is in the parcel
            </label>
          )}
          {failure && (
            <p role="alert" className="mt-3 rounded-lg bg-[#fbeaea] px-4 py-3 text-sm text-danger">
              {failure}
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-ink-soft tabular-nums">
              {formatCount(counted)} counted, {formatCount(left)} still missing
            </p>
            <button
              type="button"
              disabled={counted === 0 || isPending || notesError !== undefined}
              onClick={() => mutate(attempt?.key ?? randomKey())}
              className="btn btn-primary px-6 max-sm:w-full"
            >
              {isPending ? 'Saving…' : isLocked ? 'Send again' : 'Save'}
            </button>
          </div>
        </>
      )}
      {question}
    </>
  );
}

interface LineProps {
  item: ReceivedItem;
  counts: Counts;
  isLocked: boolean;
  onOneMore: (disposition: Disposition) => void;
  onClear: () => void;
}

function CountedLine({ item, counts, isLocked, onOneMore, onClear }: LineProps) {
  const left = leftOf(counts, item);
  const isCounted = left < item.out;
  const choice = choiceText(choiceOf(item));
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <Thumbnail src={item.productImage} />
        <div className="min-w-0 flex-1">
          <p className="break-words">{item.productName}</p>
          <p className="text-sm break-words text-muted">{[choice, item.sku].filter(Boolean).join(' · ')}</p>
          <p className="mt-0.5 text-sm tabular-nums">
            Sent {formatCount(item.quantity)} · Received {formatCount(hereOf(counts, item))} ·{' '}
            <span className={left > 0 ? 'font-medium text-danger' : 'text-leaf'}>Still missing {formatCount(left)}</span>
          </p>
        </div>
      </div>
      {item.out > 0 && (
        <fieldset
          disabled={isLocked}
          aria-label={[item.productName, choice].filter(Boolean).join(', ')}
          className="mt-2 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap"
        >
          {DISPOSITIONS.map((disposition) => {
            const count = countOf(counts, item.id, disposition);
            return (
              <button
                key={disposition}
                type="button"
                onClick={() => onOneMore(disposition)}
                className={`btn btn-outline min-h-11 gap-2 px-3 tabular-nums ${count > 0 ? 'border-ink' : ''}`}
              >
                {dispositionLabels[disposition]} <strong className="font-medium">{formatCount(count)}</strong>
              </button>
            );
          })}
          <button type="button" disabled={!isCounted} onClick={onClear} className="btn btn-quiet min-h-11 px-3 max-sm:col-span-2">
            Clear
          </button>
        </fieldset>
      )}
    </li>
  );
}

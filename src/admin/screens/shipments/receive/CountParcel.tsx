import { useStore } from '@nanostores/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { returnTo } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { Field } from '#components/Field.tsx';
import { newGoodsBack, type ReceivedItem, type ReturnedPieces } from '#domain/goods-back/contract.ts';
import { DISPOSITIONS, type Disposition, dispositionLabels } from '#domain/returns/dispositions.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import {
  awaitedOf,
  type Counts,
  countOf,
  hereOf,
  leftOf,
  nothingToReceive,
  piecesOf,
  withOneMore,
  withScan,
} from './count-pieces.ts';
import { openParcel } from './open-parcel.ts';
import { isUnanswered, postGoodsBack } from './receive-api.ts';
import {
  $drafts,
  clearDraft,
  type Draft,
  emptyDraft,
  isWaiting,
  keepGoodsBack,
  putDraft,
  useAsOfNow,
  whatOf,
} from './receive-drafts.ts';

/** Counts the pieces of a parcel: each scan is one that goes back on the shelf, a press says otherwise. One save sends all of it, once. */
export function CountParcel({ pieces: latestPieces }: { pieces: ReturnedPieces }) {
  const { pieces: known, waiting } = useAsOfNow(latestPieces);
  const orderId = latestPieces.order.id;
  const draft = useStore($drafts)[orderId] ?? emptyDraft(latestPieces);
  const { counts, notes, isComplete } = draft;
  /** What was sent last, beside the pieces that it counted: they are shown until it is answered. */
  const [attempt, setAttempt] = useState<{ sent: NonNullable<Draft['sent']>; pieces: ReturnedPieces } | null>(null);
  const [failure, setFailure] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const pieces = attempt?.pieces ?? known;
  const { order, shipmentId, shipments, items } = pieces;
  const nothing = nothingToReceive(pieces);
  // Of an approved return only what it names is awaited: the customer keeps the rest.
  const isReturn = items.some(({ askedBack }) => askedBack > 0);
  const left = items.reduce((sum, item) => sum + awaitedOf(counts, item, isReturn), 0);
  const counted = piecesOf(counts).reduce((sum, { quantity }) => sum + quantity, 0);
  const isLocked = attempt !== null;
  const notesError = newGoodsBack.shape.notes.safeParse(notes).error?.issues[0]?.message;
  useEffect(() => box.current?.focus(), []);

  /** Scans may follow one another before the screen is drawn anew. */
  const latestCounts = (): Counts => $drafts.get()[orderId]?.counts ?? {};

  function change(changes: Partial<Draft>) {
    putDraft(orderId, { ...($drafts.get()[orderId] ?? emptyDraft(latestPieces)), ...changes });
    setFailure('');
  }

  /** A piece of this parcel; the code of another one opens that, and what was counted here stays on the device. */
  async function scan(code: string): Promise<ScanOutcome> {
    const scanned = withScan(items, latestCounts(), code);
    if ('refusal' in scanned) return (await openParcel(client, code, orderId)) ?? { tone: 'wrong', text: scanned.refusal };
    change({ counts: scanned.counts });
    const { item } = scanned;
    return { tone: 'right', text: `${item.productName}: ${hereOf(scanned.counts, item)} of ${item.quantity}` };
  }

  function leave(text: string) {
    clearDraft(orderId);
    toast(text);
    returnTo('/admin/receive');
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ sent }: { sent: NonNullable<Draft['sent']>; pieces: ReturnedPieces }) => {
      // What was counted before goes first.
      if (isWaiting(orderId)) return 'kept';
      try {
        await postGoodsBack(sent.body);
        return 'booked';
      } catch (error) {
        if (isUnanswered(error)) return 'kept';
        throw error;
      }
    },
    onMutate: (begun) => {
      setAttempt(begun);
      change({ sent: begun.sent });
    },
    onSuccess: async (outcome, { sent }) => {
      if (outcome === 'booked') return leave(`Order ${order.orderNumber}: ${countText('piece', counted)} received`);
      try {
        await keepGoodsBack(orderId, order.orderNumber, sent);
      } catch {
        return setFailure('No answer came, and this browser keeps nothing. Send it again: it is booked only once');
      }
      leave(`Order ${order.orderNumber}: kept on this device, and sent as soon as the shop answers`);
    },
    onError: (error) => {
      // A refusal booked nothing.
      setAttempt(null);
      change({ sent: null });
      const named = error instanceof ApiFailure ? [...new Set(error.errors.map(({ message }) => message))].join('. ') : '';
      setFailure(named || failureText(error, 'Failed to save what was counted'));
    },
  });

  function save() {
    const body = {
      key: randomKey(),
      orderId,
      ...(shipmentId && { shipmentId }),
      pieces: piecesOf(counts),
      isComplete: isComplete && left > 0,
      notes,
    };
    mutate(attempt ?? { sent: { key: body.key, body, what: whatOf(pieces, counts) }, pieces });
  }

  return (
    <>
      <section aria-label="Parcel" className="panel mb-4 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={`/admin/orders/${order.orderNumber}`} className="font-medium underline underline-offset-4">
            {order.orderNumber}
          </Link>
          <StatusBadge label={ORDER_STATUS_LABELS[order.status]} />
          <span className="min-w-0 text-sm break-words text-ink-soft">
            <bdi>{order.customerName}</bdi>
            {order.city && ` · ${order.city}`}
          </span>
        </div>
        <ul className="mt-1 text-sm break-words text-muted">
          {shipments.map(({ id, shipmentNumber, carrier, trackingNumber, status }) => (
            <li key={id} className={id === shipmentId ? 'font-medium text-ink' : ''}>
              {[shipmentNumber, carrier, trackingNumber, SHIPMENT_STATUS_LABELS[status].text].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
        {waiting > 0 && (
          <p role="status" className="mt-3 rounded-lg bg-notice px-4 py-3 text-sm">
            {countText('piece', waiting)} counted on this device and not sent yet.
          </p>
        )}
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
            isReturn={isReturn}
            isLocked={isLocked || nothing !== ''}
            onOneMore={(disposition) => change({ counts: withOneMore(latestCounts(), item, disposition) })}
            onClear={() => {
              change({ counts: { ...latestCounts(), [item.id]: {} } });
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
                onChange={({ target }) => change({ notes: target.value })}
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
                onChange={({ target }) => change({ isComplete: target.checked })}
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
              onClick={save}
              className="btn btn-primary px-6 max-sm:w-full"
            >
              {isPending ? 'Saving…' : isLocked ? 'Send again' : 'Save'}
            </button>
          </div>
        </>
      )}
    </>
  );
}

interface LineProps {
  item: ReceivedItem;
  counts: Counts;
  isReturn: boolean;
  isLocked: boolean;
  onOneMore: (disposition: Disposition) => void;
  onClear: () => void;
}

function CountedLine({ item, counts, isReturn, isLocked, onOneMore, onClear }: LineProps) {
  const left = leftOf(counts, item);
  const isCounted = left < item.out;
  const awaited = awaitedOf(counts, item, isReturn);
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
            {isReturn && `${formatCount(item.askedBack)} of ${formatCount(item.quantity)} asked back · `}
            <span className={awaited > 0 ? 'font-medium text-danger' : 'text-leaf'}>Still missing {formatCount(awaited)}</span>
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

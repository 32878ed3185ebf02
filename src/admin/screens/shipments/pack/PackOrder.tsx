import PackageCheck from 'virtual:icons/package-check';
import { useState } from 'react';
import { ParcelPhotos } from '#admin/data/packing/ParcelPhotos.tsx';
import { isComplete, progressOf } from '#admin/data/packing/packing-state.ts';
import { Surplus } from '#admin/data/packing/Surplus.tsx';
import { playScan } from '#admin/kit/scan/scan-sound.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Packing, PackingLine } from '#domain/packing/contract.ts';
import { PackGift } from './PackGift.tsx';
import { PackLine } from './PackLine.tsx';
import { PACK, packLine, pathOf } from './read-code.ts';

/** The pieces of an order, each ticked when it is in, and what is left to do. */
export function PackOrder({ order, next }: { order: Packing; next: Packing | undefined }) {
  const [failed, setFailed] = useState('');
  const { packed, ordered } = progressOf(order);
  const isDone = isComplete(order);

  async function pack(line: PackingLine) {
    const { tone, text } = await packLine(order, line);
    playScan(tone);
    setFailed(tone === 'wrong' ? text : '');
  }

  return (
    <>
      {order.status === 'cancelled' && (
        <p role="alert" className="mb-4 rounded-lg bg-danger px-4 py-3 text-white">
          {order.orderNumber} was cancelled. Put its pieces back on the shelf.
        </p>
      )}
      {order.gift && <PackGift gift={order.gift} />}
      <Wishes order={order} />
      <div role="status" className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="tabular-nums">
          <span className="text-xl font-medium">
            {packed} of {ordered}
          </span>{' '}
          {ordered === 1 ? 'piece is' : 'pieces are'} in
        </p>
        <progress value={packed} max={ordered} aria-label="Packed" className="upload-progress sm:max-w-64" />
      </div>
      {failed && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {failed}
        </p>
      )}
      {isDone && (
        <section aria-label="Packed" className="mb-4 rounded-lg border border-leaf/30 bg-leaf/8 p-4">
          <p className="flex items-center gap-2 font-medium text-leaf">
            <PackageCheck className="size-5 shrink-0" />
            {order.lacksPhoto ? 'Everything is in. A photo is needed before it leaves' : 'Everything is in'}
          </p>
          <Link href={next ? pathOf(next) : PACK} className="btn btn-primary mt-3 w-full sm:w-auto">
            {next ? `Next: ${next.orderNumber}` : 'All orders'}
          </Link>
        </section>
      )}
      <Surplus order={order} />
      <ul aria-label={`Pieces of ${order.orderNumber}`} className="panel mt-4 divide-y divide-line">
        {order.lines.map((line) => (
          <PackLine key={line.itemId} order={order} line={line} onPack={() => void pack(line)} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">Scan each piece, or press it where it has no SKU label.</p>
      <ParcelPhotos order={order} mayTake />
    </>
  );
}

/** What whoever packs has to know of the order: what the customer wished, and its tags. */
function Wishes({ order: { notes, tags } }: { order: Packing }) {
  if (!notes && tags.length === 0) return null;
  return (
    <section aria-label="Wishes" className="mb-4 rounded-lg bg-notice px-4 py-3">
      {notes && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {notes}
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2 [p+&]:mt-2">
          {tags.map((tag) => (
            <li key={tag} className="badge tone-plain">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

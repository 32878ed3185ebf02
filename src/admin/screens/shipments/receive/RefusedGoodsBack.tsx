import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import type { OutboxEntry } from '#admin/platform/outbox.ts';
import { navigate } from '#admin/platform/router.ts';
import { dropEntry } from '#admin/platform/staff-outbox.ts';
import type { NewGoodsBack, ReturnedPieces } from '#domain/goods-back/contract.ts';
import { dispositionLabels } from '#domain/returns/dispositions.ts';
import { countedText, countsOf, withinOut } from './count-pieces.ts';
import { scanQuery } from './receive-api.ts';
import { emptyDraft, putDraft, useRefusedGoodsBack } from './receive-drafts.ts';

/** What this device counted and the shop would not take, beside what the shop knows: a person decides which of the two is right. */
export function RefusedGoodsBack() {
  return useRefusedGoodsBack().map((entry) => <TwoFacts key={entry.key} entry={entry} />);
}

function TwoFacts({ entry }: { entry: OutboxEntry }) {
  const [orderNumber = ''] = entry.what.split(':');
  const body = entry.body as NewGoodsBack;
  // Whatever was fetched before somebody else counted says nothing.
  const { data: shop } = useQuery({ ...scanQuery(orderNumber), refetchOnMount: 'always' });
  const [isDropping, setDropping] = useState(false);
  const counts = countsOf(body.pieces);
  const fits = shop ? withinOut(shop.items, counts) : {};
  const mayCount = Object.keys(fits).length > 0;

  return (
    <section
      aria-label={`${orderNumber} was not taken`}
      className="mb-4 rounded-lg border border-danger/30 bg-danger/8 px-4 py-3 text-sm"
    >
      <h2 className="font-sans text-base font-medium text-danger">{orderNumber}: counted twice, or changed meanwhile</h2>
      <dl className="mt-2 grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-muted">Counted on this device, {formatMoment(new Date(entry.queuedAt).toISOString())}</dt>
          <dd className="break-words">
            {shop ? countedText(shop.items, counts) : entry.what}
            {body.notes && <span className="block">“{body.notes}”</span>}
          </dd>
        </div>
        <div>
          <dt className="text-muted">In the shop’s books</dt>
          <dd className="break-words">
            {shop && inBooks(shop, counts)}
            <span className="block">{whyOf(entry)}</span>
          </dd>
        </div>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        {shop && mayCount && (
          <button
            type="button"
            onClick={() => {
              putDraft(shop.order.id, { ...emptyDraft(shop), counts: fits, notes: body.notes ?? '' });
              void dropEntry(entry.key);
              navigate(entry.href);
            }}
            className="btn btn-outline btn-small"
          >
            Count what is still out
          </button>
        )}
        <button type="button" onClick={() => setDropping(true)} className="btn btn-outline btn-small">
          The books are right
        </button>
      </div>
      {isDropping && (
        <ConfirmDialog
          question="Drop what was counted here?"
          detail={`${entry.what}. The books stay as they are.`}
          action="Drop"
          onConfirm={() => dropEntry(entry.key)}
          onClose={() => setDropping(false)}
        />
      )}
    </section>
  );
}

/** Why the shop did not take it. A field of a form that nobody has open says nothing. */
function whyOf({ refusal }: OutboxEntry): string {
  return refusal?.code === 'validation_failed' ? 'More than is still out.' : (refusal?.message ?? '');
}

/** What was received of the same lines, by whom and when. */
function inBooks({ items, goodsBack }: ReturnedPieces, counts: Record<string, unknown>) {
  const said = goodsBack.filter(({ itemId, inspects }) => itemId in counts && inspects === null);
  if (said.length === 0) return 'Nothing of it has been received.';
  return (
    <ul>
      {said.map(({ id, itemId, quantity, disposition, actorName, createdAt }) => (
        <li key={id}>
          {quantity} × {items.find((item) => item.id === itemId)?.productName} {dispositionLabels[disposition].toLowerCase()}
          {actorName && ` by ${actorName}`}, {formatMoment(createdAt)}
        </li>
      ))}
    </ul>
  );
}

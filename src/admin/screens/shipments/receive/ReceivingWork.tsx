import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount, formatDay, formatMoment } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Inspection, ReceivingWork as Work } from '#domain/goods-back/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { learnAwaited, postInspection, workQuery } from './receive-api.ts';

/** What waits to be counted, and to be inspected. */
export function ReceivingWork() {
  const { data, error, refetch } = useQuery(workQuery);
  useEffect(() => {
    if (data) void learnAwaited(data.awaited);
  }, [data]);
  if (!data && !error) return <Spinner />;
  return (
    <>
      {error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {failureText(error, 'Failed to load what is on its way back')}{' '}
          <button type="button" onClick={() => refetch()} className="min-h-11 underline underline-offset-4">
            Try again
          </button>
        </p>
      )}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Awaited awaited={data.awaited} />
          <ToInspect toInspect={data.toInspect} />
        </div>
      )}
    </>
  );
}

function Awaited({ awaited }: Pick<Work, 'awaited'>) {
  return (
    <section aria-label="On the way back" className="panel">
      <h2 className="panel-heading px-4 py-3">On the way back</h2>
      {awaited.length === 0 && <p className="border-t border-line px-4 py-6 text-muted">No parcel waits to be counted.</p>}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {awaited.map(({ orderId, orderNumber, customerName, city, shipments, pieces, since }) => (
          <li key={orderId}>
            <Link
              href={`/admin/receive?${new URLSearchParams({ code: shipments.length === 1 ? `${shipments}` : orderNumber })}`}
              className="block px-4 py-2.5 hover:bg-ivory"
            >
              <span className="flex justify-between gap-3">
                <span className="font-medium">{orderNumber}</span>
                <span className="whitespace-nowrap tabular-nums">
                  {pieces === null ? 'a part of it' : countText('piece', pieces)}
                </span>
              </span>
              <span className="mt-0.5 block text-sm break-words text-ink-soft">
                <bdi>{customerName}</bdi>
                {city && ` · ${city}`}
              </span>
              <span className="block text-sm break-words text-muted">
                {[...shipments, `since ${formatDay(since)}`].join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DECISIONS = { restocked: 'Back on the shelf', damaged: 'Damaged' } as const;

function ToInspect({ toInspect }: Pick<Work, 'toInspect'>) {
  return (
    <section aria-label="To inspect" className="panel">
      <h2 className="panel-heading px-4 pt-3">To inspect</h2>
      <p className="px-4 pt-0.5 pb-3 text-sm text-muted">
        {toInspect.length === 0 ? 'Nothing waits to be inspected.' : 'One press decides about one piece.'}
      </p>
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {toInspect.map((piece) => (
          <PieceToInspect key={piece.id} piece={piece} />
        ))}
      </ul>
    </section>
  );
}

function PieceToInspect({ piece }: { piece: Work['toInspect'][number] }) {
  const { id, orderNumber, quantity, createdAt } = piece;
  const [failure, setFailure] = useState('');
  const name = pieceName(piece.productName, { color: piece.selectedColor ?? '', size: piece.selectedSize ?? '' });
  /** A decision that was not answered is sent again with the key that it had. */
  const keys = useRef(new Map<Inspection['disposition'], string>());
  const { mutate, isPending } = useMutation({
    mutationFn: (disposition: Inspection['disposition']) => {
      const key = keys.current.get(disposition) ?? randomKey();
      keys.current.set(disposition, key);
      return postInspection(id, { key, quantity: 1, disposition });
    },
    onMutate: () => setFailure(''),
    onSuccess: (_, disposition) => {
      keys.current.delete(disposition);
      toast(`${name}: ${DECISIONS[disposition]}`);
    },
    onError: (error, disposition) => {
      if (error instanceof ApiFailure && error.status >= 400 && error.status < 500) keys.current.delete(disposition);
      setFailure(failureText(error, 'Failed to save the decision'));
    },
  });
  return (
    <li className="px-4 py-3">
      <p className="break-words">
        {quantity > 1 && <strong className="font-medium">{formatCount(quantity)} × </strong>}
        {name}
      </p>
      <p className="text-sm text-muted">
        {orderNumber} · received {formatMoment(createdAt)}
      </p>
      <fieldset aria-label={`${name} of ${orderNumber}`} className="mt-2 flex flex-wrap gap-2">
        {(['restocked', 'damaged'] as const).map((disposition) => (
          <button
            key={disposition}
            type="button"
            disabled={isPending}
            onClick={() => mutate(disposition)}
            className="btn btn-outline min-h-11 px-4"
          >
            {DECISIONS[disposition]}
          </button>
        ))}
      </fieldset>
      {failure && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure}
        </p>
      )}
    </li>
  );
}

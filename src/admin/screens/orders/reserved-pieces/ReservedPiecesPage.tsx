import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { Field } from '#components/Field.tsx';
import { Spinner } from '#components/Spinner.tsx';
import {
  type ReservedQuery,
  releasedOrders,
  reservedByStrangers,
  STRANGER_MARKS,
  type Stranger,
} from '#domain/orders/contract.ts';

const MARKS = { phone: 'Phone', device: 'Device', network: 'Network' };

/** Colleagues confirm and shoppers order meanwhile. */
const LIVE_MS = 20_000;

/** What orders reserve that nobody has confirmed, and the way to give a stranger's pieces back with one press. */
export default function ReservedPiecesPage() {
  const [same, setSame] = useState<ReservedQuery['same']>('phone');
  const [toRelease, setToRelease] = useState<Stranger | null>(null);
  const { data, error } = useQuery({
    queryKey: ['reserved-pieces', same],
    queryFn: ({ signal }) => callStaffApi('GET', `/orders/reserved?same=${same}`, { schema: reservedByStrangers, signal }),
    refetchInterval: LIVE_MS,
  });

  return (
    <Screen title="Reserved pieces">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="text-sm text-ink-soft">
          {data &&
            (data.orders === 0
              ? 'No unconfirmed order of the website reserves anything.'
              : `${counted(data.orders, 'unconfirmed order')} of the website ${data.orders === 1 ? 'reserves' : 'reserve'} ${counted(data.units, 'piece')} for ${formatPrice(data.value)}${data.since ? `, since ${formatMoment(data.since)}` : ''}.`)}
        </p>
        <label className="flex items-center gap-2 text-sm whitespace-nowrap">
          Grouped by
          <select
            value={same}
            onChange={({ target }) => setSame(target.value as ReservedQuery['same'])}
            className="field min-h-11"
          >
            {STRANGER_MARKS.map((mark) => (
              <option key={mark} value={mark}>
                {MARKS[mark]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {same === 'network' && (
        <p className="mt-2 text-sm text-ink-soft">A mobile network is shared by thousands of people: look at the names first.</p>
      )}
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {failureText(error, 'Failed to load what is reserved')}
        </p>
      )}
      {!data && !error && <Spinner />}
      <ul className="mt-5 space-y-3">
        {data?.strangers.map((stranger) => (
          <Reserved key={stranger.orders[0]?.id} stranger={stranger} onRelease={() => setToRelease(stranger)} />
        ))}
      </ul>
      {toRelease && <Release stranger={toRelease} onClose={() => setToRelease(null)} />}
    </Screen>
  );
}

function Reserved({ stranger: { orders, units, value, since }, onRelease }: { stranger: Stranger; onRelease: () => void }) {
  return (
    <li className="panel p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-medium">{counted(units, 'piece')}</strong> · {counted(orders.length, 'order')} ·{' '}
          {formatPrice(value)}
          <span className="block text-sm text-muted">Since {formatMoment(since)}</span>
        </p>
        <button type="button" onClick={onRelease} className="btn btn-outline min-h-11 px-4">
          Release…
        </button>
      </div>
      <ul className="mt-3 space-y-1 text-sm">
        {orders.map(({ id, orderNumber, customerName, customerPhone, units, awaitsProof }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link href={`/admin/orders/${orderNumber}`} className="underline underline-offset-4">
              {orderNumber}
            </Link>
            <bdi className="break-words">{customerName}</bdi>
            <span className="tabular-nums text-muted">{customerPhone}</span>
            {awaitsProof ? (
              <StatusBadge label={{ text: 'Awaits proof', tone: 'tone-wait' }} />
            ) : (
              orders.length > 1 && <span>{counted(units, 'piece')}</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Release({ stranger: { orders, units }, onClose }: { stranger: Stranger; onClose: () => void }) {
  const [reason, setReason] = useState('Nobody confirms these orders');
  const isOne = orders.length === 1;
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      callStaffApi('PUT', '/orders/reserved', { body: { orderIds: orders.map(({ id }) => id), reason }, schema: releasedOrders }),
    onSuccess: ({ released, left }) =>
      toast(
        `${counted(released.length, 'order')} cancelled${left.length > 0 ? `; ${left.join(', ')} changed meanwhile and stayed` : ''}`,
      ),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      question={`Cancel ${isOne ? 'this order' : `these ${formatCount(orders.length)} orders`}?`}
      detail={`${counted(units, 'piece')} ${units === 1 ? 'goes' : 'go'} back into stock. An order that somebody confirms meanwhile stays. To take one back, change its status.`}
      action={isOne ? 'Cancel the order' : 'Cancel the orders'}
      cancel={isOne ? 'Keep it' : 'Keep them'}
      isIncomplete={!reason.trim()}
      busyAction="Cancelling…"
      failure={isOne ? 'Failed to cancel the order' : 'Failed to cancel the orders'}
      onConfirm={mutateAsync}
      onClose={onClose}
    >
      <Field label="Reason *" error={reason.trim() ? undefined : 'Say why: it stays with each order'} className="mt-3">
        {(control) => (
          <input {...control} value={reason} onChange={({ target }) => setReason(target.value)} className="field w-full" />
        )}
      </Field>
    </ConfirmDialog>
  );
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

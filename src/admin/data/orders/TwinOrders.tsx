import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import { isUnpacked } from '#domain/orders/status.ts';
import { mergedOrders, type TwinOrder, twinOrder } from '#domain/orders/twins.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { CancelDuplicate } from './CancelDuplicate.tsx';
import { mergeTexts } from './merge-texts.ts';

interface Props {
  order: StaffOrder;
  /** Called with the order that goes on. */
  onMerged: (kept: StaffOrder) => void;
}

/** Whoever orders the same twenty times in a day should not push the order off its own screen. */
const SHOWN = 2;

/** Other orders of the same person that may be the same one: staff put both into one parcel, or say that both are wanted. Nothing where there are none. */
export function TwinOrders({ order, onMerged }: Props) {
  const { data: twins = [] } = useQuery({
    ...staffQuery(`/orders/${order.id}/twins`, z.array(twinOrder)),
    enabled: isUnpacked(order),
  });
  if (!isUnpacked(order)) return null;
  const more = twins.length - SHOWN;
  return (
    <>
      {twins.slice(0, SHOWN).map((twin) => (
        <Twin key={twin.id} order={order} twin={twin} onMerged={onMerged} />
      ))}
      {more > 0 && <p className="mt-2 text-sm text-muted">{more} more of them come up after these.</p>}
    </>
  );
}

function Twin({ order, twin, onMerged }: Props & { twin: TwinOrder }) {
  const client = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const body = { otherId: twin.id };
  const path = `/orders/${order.id}/twins`;
  const onSettled = () => void client.invalidateQueries();
  const merge = useMutation({
    mutationFn: () => callStaffApi('POST', `${path}/merge`, { body, schema: mergedOrders }),
    onSuccess: ({ kept, merged }) => {
      toast(`${merged.orderNumber} was merged into ${kept.orderNumber}`);
      onMerged(kept);
    },
    onSettled,
  });
  const keep = useMutation({
    mutationFn: () => callStaffApi('POST', `${path}/keep`, { body, schema: staffOrder }),
    onSuccess: () => toast(`${order.orderNumber} and ${twin.orderNumber} are both kept`),
    onSettled,
  });
  const failure = merge.error ?? keep.error;
  const isBusy = merge.isPending || keep.isPending;
  const [kept, later] = twin.isEarlier ? [twin.orderNumber, order.orderNumber] : [order.orderNumber, twin.orderNumber];
  const isElsewhere = placeOf(twin) !== placeOf(order);
  return (
    <section aria-label={`Twin order ${twin.orderNumber}`} className="mt-4 rounded-md bg-notice px-4 py-3 text-sm">
      <p>
        <strong className="font-medium">The same order twice?</strong>{' '}
        <Link href={`/admin/orders/${twin.orderNumber}`} className="underline underline-offset-4">
          {twin.orderNumber}
        </Link>{' '}
        of the same phone, {formatMoment(twin.createdAt)}, {formatPrice(twin.totalAmount)}, has {listText(twin.shared)}, too.
      </p>
      <p className="mt-1 break-words text-ink-soft">
        {twin.items.map(({ name, quantity, ...choice }) => `${quantity} × ${pieceName(name, choice)}`).join('; ')}
      </p>
      {isElsewhere && (
        <p className="mt-1 break-words">
          It goes to another address: <bdi>{[twin.customerAddress, twin.city].filter(Boolean).join(', ')}</bdi>. A merged parcel
          goes to that of {kept}.
        </p>
      )}
      <ul className="mt-2 list-disc space-y-0.5 pl-5">
        {mergeTexts(order, twin).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <MayButton right="confirm_orders" onClick={() => merge.mutate()} disabled={isBusy} className="btn btn-outline btn-small">
          Merge into {kept}: {formatPrice(twin.mergedTotal)}
        </MayButton>
        <MayButton right="confirm_orders" onClick={() => keep.mutate()} disabled={isBusy} className="btn btn-outline btn-small">
          Keep both
        </MayButton>
        <MayButton
          right="cancel_orders"
          onClick={() => setCancelling(true)}
          disabled={isBusy}
          className="btn btn-outline btn-small"
        >
          Cancel the duplicate, {later}
        </MayButton>
      </div>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {failure && failureText(failure, 'Failed to answer')}
      </p>
      {isCancelling && <CancelDuplicate order={order} twin={twin} onClose={() => setCancelling(false)} onCancelled={onMerged} />}
    </section>
  );
}

function placeOf({ customerAddress, city }: Pick<StaffOrder, 'customerAddress' | 'city'>): string {
  return `${customerAddress} ${city}`
    .toLowerCase()
    .replace(/[\s,.;:#/()-]+/g, ' ')
    .trim();
}

function listText(names: string[]): string {
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(' and ');
}

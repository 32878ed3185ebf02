import { useStore } from '@nanostores/react';
import { formatMoment } from '#admin/kit/formats.ts';
import { $session } from '#admin/platform/session.ts';
import type { ConfirmationList, DeskOrder } from '#domain/confirmations/contract.ts';

interface Props {
  item: DeskOrder;
  /** As it was fetched last. */
  queue: ConfirmationList | undefined;
  onKeep: () => void;
}

/** Says when the order on screen is no longer held: its fifteen minutes are over, or a colleague has it. */
export function ClaimNotice({ item, queue, onKeep }: Props) {
  const session = useStore($session);
  const now = queue?.items.find(({ order }) => order.id === item.order.id)?.order.confirmation;
  const until = item.order.confirmation?.claimedUntil;
  if (!now || !until || Date.parse(until) > Date.now()) return null;
  const isOthers = now.claimedBy && 'admin' in session && now.claimedBy.id !== session.admin.id;
  if (!isOthers && now.claimedBy) return null;
  return (
    <div role="alert" className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-notice px-4 py-2 text-sm">
      {isOthers ? (
        <p>
          {now.claimedBy?.name} took this order over and works on it until {formatMoment(now.claimedUntil ?? until)}.
        </p>
      ) : (
        <>
          <p>Fifteen minutes are over: a colleague may take this order.</p>
          <button type="button" onClick={onKeep} className="btn btn-outline min-h-10 px-4">
            Keep it
          </button>
        </>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { SettlementLines } from './SettlementLines.tsx';
import { SettlementSums } from './SettlementSums.tsx';
import { ARRIVAL_LABELS, STATE_LABELS } from './settlement-labels.ts';
import { settlementDetailsQuery } from './settlements-api.ts';
import { UndoSettlement } from './UndoSettlement.tsx';

/** A booked file with its sums and lines. */
export function SettlementDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: booked, error, refetch } = useQuery(settlementDetailsQuery(id));
  const [isUndoing, setUndoing] = useState(false);
  return (
    <Dialog
      title={booked ? `Settlement ${booked.reference}` : 'Settlement'}
      size="full"
      lightDismiss
      onClose={onClose}
      footer={
        booked?.state === 'booked' && (
          <MayButton right="verify_payments" onClick={() => setUndoing(true)} className="btn btn-quiet mr-auto px-3 text-danger">
            Undo
          </MayButton>
        )
      }
    >
      {!booked && !error && <Spinner />}
      {!booked && error && (
        <div role="alert" className="py-6 text-center">
          <p className="break-words text-danger">{failureText(error, 'Failed to load the settlement')}</p>
          <button type="button" onClick={() => refetch()} className="btn btn-outline mt-4 px-4">
            Try again
          </button>
        </div>
      )}
      {booked && (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="min-w-0 font-medium break-words">
              <bdi>{booked.courier}</bdi>
            </p>
            <StatusBadge label={booked.arrival ? ARRIVAL_LABELS[booked.arrival] : STATE_LABELS[booked.state]} />
            <p className="w-full text-sm break-words text-muted lg:w-auto">
              {booked.fileName} · {byAt('Booked', booked.bookedBy, booked.createdAt)}
              {booked.arrivedOn && ` · In the bank ${formatDay(booked.arrivedOn)}`}
            </p>
          </div>
          {booked.undoneAt && (
            <p className="mb-4 rounded-md bg-notice px-4 py-3 text-sm break-words">
              {byAt('Undone', booked.undoneBy, booked.undoneAt)}: <bdi>{booked.undoReason}</bdi>
            </p>
          )}
          <SettlementSums sums={booked.sums} />
          <SettlementLines lines={booked.lines} />
          {isUndoing && <UndoSettlement settlement={booked} onClose={() => setUndoing(false)} />}
        </>
      )}
    </Dialog>
  );
}

const byAt = (what: string, who: string | null, at: string) => `${what} ${formatMoment(at)}${who ? ` by ${who}` : ''}`;

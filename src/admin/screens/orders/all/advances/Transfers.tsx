import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import {
  type OrderAdvance,
  type Transfer,
  type TransferReason,
  type TransferState,
  transferReason,
} from '#domain/advances/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { photoQuery, postVerdict } from './advance-api.ts';
import { ADVANCE_METHOD_NAMES, BookTransfer } from './BookTransfer.tsx';

const STATES: Record<TransferState, StatusLabel> = {
  sent: { text: 'To check', tone: 'tone-wait' },
  received: { text: 'Arrived', tone: 'tone-done' },
  rejected: { text: 'Not found', tone: 'tone-stop' },
  taken_back: { text: 'Taken back', tone: 'tone-plain' },
};

interface Props {
  order: StaffOrder;
  advance: OrderAdvance;
}

/** What the customer says was sent, and what staff booked, the latest first. */
export function Transfers({ order, advance }: Props) {
  if (advance.transfers.length === 0) return null;
  return (
    <ul className="mt-3 divide-y divide-line border-t border-line" aria-label="Transfers">
      {advance.transfers.map((transfer) => (
        <TransferRow key={transfer.id} order={order} advance={advance} transfer={transfer} />
      ))}
    </ul>
  );
}

type Opened = 'book' | 'photo' | 'rejection' | 'taken-back';

function TransferRow({ order, advance, transfer }: Props & { transfer: Transfer }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { state, reference, photoId, amount, method, because, isRecorded, by, sentAt, decidedAt, samePhoto } = transfer;
  const mayBook = state === 'sent' || state === 'rejected';
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge label={STATES[state]} />
        <span className="min-w-0 grow font-medium break-all tabular-nums">
          {[amount !== null && formatPrice(amount), method && ADVANCE_METHOD_NAMES[method], reference]
            .filter(Boolean)
            .join(' · ') || 'Only a receipt'}
        </span>
      </p>
      <p className="mt-1 text-xs text-muted">
        {isRecorded ? 'Booked by staff' : `Sent by the customer ${formatMoment(sentAt)}`}
        {decidedAt && ` · ${[by, formatMoment(decidedAt)].filter(Boolean).join(', ')}`}
      </p>
      {because && (
        <p dir="auto" className="mt-1 break-words">
          “{because}”
        </p>
      )}
      {samePhoto.length > 0 && (
        <p role="note" className="mt-2 bg-notice px-3 py-2">
          The same photo was sent for{' '}
          {samePhoto.map((other, n) => (
            <span key={other.photoId}>
              {n > 0 && ', '}
              {other.orderId === order.id ? (
                'this order'
              ) : (
                <Link href={`/admin/orders/${other.orderNumber}`} className="quiet-link">
                  {other.orderNumber}
                </Link>
              )}{' '}
              ({STATES[other.state].text.toLowerCase()})
            </span>
          ))}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {photoId && (
          <MayButton
            right={['verify_payments', 'confirm_orders']}
            onClick={() => setOpened('photo')}
            className="btn btn-quiet btn-small"
          >
            Look at the receipt
          </MayButton>
        )}
        {mayBook && (
          <MayButton right="verify_payments" onClick={() => setOpened('book')} className="btn btn-quiet btn-small">
            It arrived…
          </MayButton>
        )}
        {state === 'sent' && (
          <MayButton right="verify_payments" onClick={() => setOpened('rejection')} className="btn btn-quiet btn-small">
            Not found…
          </MayButton>
        )}
        {state === 'received' && (
          <MayButton right="verify_payments" onClick={() => setOpened('taken-back')} className="btn btn-quiet btn-small">
            Take back…
          </MayButton>
        )}
      </div>
      {opened === 'photo' && photoId && <Photos transfer={transfer} photoId={photoId} onClose={close} />}
      {opened === 'book' && <BookTransfer order={order} advance={advance} transfer={transfer} onClose={close} />}
      {(opened === 'rejection' || opened === 'taken-back') && (
        <Verdict order={order} transfer={transfer} verdict={opened} onClose={close} />
      )}
    </li>
  );
}

/** The photo, and beside it those of other transfers that are the same. */
function Photos({ transfer, photoId, onClose }: { transfer: Transfer; photoId: string; onClose: () => void }) {
  return (
    <Dialog
      title={`Receipt ${transfer.reference}`}
      onClose={onClose}
      lightDismiss
      size={transfer.samePhoto.length > 0 ? 'wide' : 'normal'}
    >
      <div className={transfer.samePhoto.length > 0 ? 'grid gap-5 sm:grid-cols-2' : ''}>
        <Photo photoId={photoId} caption={`Sent ${formatMoment(transfer.sentAt)}`} />
        {transfer.samePhoto.map((other) => (
          <Photo
            key={other.photoId}
            photoId={other.photoId}
            caption={`${other.orderNumber}, sent ${formatMoment(other.sentAt)}: ${STATES[other.state].text.toLowerCase()}`}
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-ink-soft">A picture proves nothing: look for the money in the shop’s account.</p>
    </Dialog>
  );
}

function Photo({ photoId, caption }: { photoId: string; caption: string }) {
  const { data, isError, refetch } = useQuery(photoQuery(photoId));
  return (
    <figure>
      {data && (
        <img src={data.photo} alt={`Receipt, ${caption}`} className="mx-auto max-h-[65vh] max-w-full rounded-sm bg-cream" />
      )}
      {!data && !isError && <Spinner />}
      {isError && !data && <NotLoaded what="The photo" onRetry={refetch} />}
      <figcaption className="mt-2 text-center text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}

const VERDICTS = {
  rejection: {
    title: 'Not found',
    action: 'Tell the customer',
    hint: 'For example: not in our account yet, or sent to another account. The customer reads it and can send it again.',
    done: 'the transfer is marked as not found',
  },
  'taken-back': {
    title: 'Take the booking back',
    action: 'Take back',
    hint: 'For example: it was for another order. The customer reads it, and the amount is due again.',
    done: 'the booking was taken back',
  },
} as const;

interface VerdictProps {
  order: StaffOrder;
  transfer: Transfer;
  verdict: keyof typeof VERDICTS;
  onClose: () => void;
}

function Verdict({ order, transfer, verdict, onClose }: VerdictProps) {
  const { title, action, hint, done } = VERDICTS[verdict];
  const { mutateAsync } = useMutation({
    mutationFn: ({ reason }: TransferReason) => postVerdict(order.id, transfer.id, verdict, reason),
    onSuccess: () => toast(`Order ${order.orderNumber}: ${done}`),
  });
  const staffForm = useStaffForm({
    schema: transferReason,
    values: { reason: '' },
    save: (reason: TransferReason) => mutateAsync(reason),
    onSaved: onClose,
    failure: 'Failed to save it',
  });
  return (
    <FormDialog title={title} action={action} size="narrow" staffForm={staffForm} onClose={onClose}>
      <AreaField name="reason" label="Why" hint={hint} rows={3} />
    </FormDialog>
  );
}

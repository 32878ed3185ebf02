import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { OrderAdvance } from '#domain/advances/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { AdvanceText } from './AdvanceText.tsx';
import { AskAdvance } from './AskAdvance.tsx';
import { advanceQuery, deleteAdvance } from './advance-api.ts';
import { BookTransfer } from './BookTransfer.tsx';
import { Transfers } from './Transfers.tsx';

/** The money of an order before delivery: what is due and paid, what is asked in advance, and the transfers that wait to be found at the bank. */
export function PaymentPanel({ order }: { order: StaffOrder }) {
  const { data: advance, isLoadingError, refetch } = useQuery(advanceQuery(order.id));
  const [opened, setOpened] = useState<'ask' | 'book'>();
  const close = () => setOpened(undefined);
  return (
    <section aria-label="Payment" className="panel p-4 sm:px-5">
      <h3 className="panel-heading">Payment</h3>
      {isLoadingError && <NotLoaded what="What was paid" onRetry={refetch} className="mt-3 text-sm" />}
      {advance && (
        <>
          <Facts className="mt-2 grid-cols-2">
            <Fact name="Due at the door">{formatPrice(advance.due)}</Fact>
            <Fact name="Received in advance">{advance.advance > 0 ? formatPrice(advance.advance) : 'Nothing yet'}</Fact>
          </Facts>
          {advance.request && <Request order={order} advance={advance} request={advance.request} />}
          <Transfers order={order} advance={advance} />
          <div className="mt-3 flex flex-wrap gap-2">
            {advance.mayAsk && (
              <MayButton right="confirm_orders" onClick={() => setOpened('ask')} className="btn btn-quiet btn-small">
                {advance.request ? 'Ask for another sum' : 'Ask for an advance'}
              </MayButton>
            )}
            <MayButton right="verify_payments" onClick={() => setOpened('book')} className="btn btn-quiet btn-small">
              Book what arrived
            </MayButton>
          </div>
          {opened === 'ask' && <AskAdvance order={order} advance={advance} onClose={close} />}
          {opened === 'book' && <BookTransfer order={order} advance={advance} onClose={close} />}
        </>
      )}
    </section>
  );
}

interface RequestProps {
  order: StaffOrder;
  advance: OrderAdvance;
  request: NonNullable<OrderAdvance['request']>;
}

/** What is asked and until when; once it has arrived, only that. */
function Request({ order, advance, request }: RequestProps) {
  const report = useErrorBanner();
  const end = useMutation({
    mutationFn: () => deleteAdvance(order.id),
    onSuccess: () => toast(`Order ${order.orderNumber}: no advance is asked for any more`),
    onError: (failure) => report(failure, 'Failed to end the request'),
  });
  const { missing, amount, reason, by, dueAt } = request;
  if (missing === 0) {
    if (!advance.mayAsk && advance.advance === 0) return null;
    return (
      <p className="mt-3 rounded-md bg-cream px-4 py-3 text-sm">
        The advance of {formatPrice(amount)} {advance.advance > 0 ? 'has arrived.' : 'is no longer missing.'}
      </p>
    );
  }
  const isLate = Date.parse(dueAt) <= Date.now();
  const waits = advance.transfers.some(({ state }) => state === 'sent');
  return (
    <div className="mt-3 rounded-md bg-notice px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="font-medium">{formatPrice(missing)} asked in advance</strong>
        {isLate && !waits && <StatusBadge label={{ text: 'Late', tone: 'tone-stop' }} />}
      </p>
      <p className="text-ink-soft">
        {isLate ? 'Was due' : 'Until'} {formatMoment(dueAt)} · asked by {by ?? 'the shop’s rules'}
      </p>
      {reason && (
        <p dir="auto" className="break-words">
          {reason}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <AdvanceText order={order} missing={missing} until={formatMoment(dueAt)} />
        <MayButton
          right="confirm_orders"
          onClick={() => end.mutate()}
          disabled={end.isPending}
          className="btn btn-quiet btn-small"
        >
          Stop asking
        </MayButton>
      </div>
    </div>
  );
}

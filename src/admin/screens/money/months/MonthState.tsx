import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { BookMonth, BookMonthDetails } from '#domain/books/contract.ts';
import { MONTH_LABELS, monthName } from './book-texts.ts';
import { closeMonth } from './books-api.ts';
import { ReopenMonth } from './ReopenMonth.tsx';

interface Props {
  month: BookMonthDetails;
  months: BookMonth[];
}

/** Whether a month is closed, since when, and the button that closes or reopens it. */
export function MonthState({ month: { month, state, closedBy, closedAt, isLastClosed }, months }: Props) {
  const [asked, setAsked] = useState<'close' | 'reopen' | null>(null);
  const { mutateAsync } = useMutation({
    mutationFn: () => closeMonth(month),
    onSuccess: () => toast(`${monthName(month)} is closed`),
  });
  const earlier = months.filter((one) => one.state === 'open' && one.month < month).map((one) => monthName(one.month));
  return (
    <>
      <StatusBadge label={MONTH_LABELS[state]} />
      {closedAt && <span className="text-sm text-ink-soft">{[formatDay(closedAt), closedBy].filter(Boolean).join(' · ')}</span>}
      {state === 'open' && (
        <MayButton right="verify_payments" onClick={() => setAsked('close')} className="btn btn-primary px-4">
          Close month
        </MayButton>
      )}
      {isLastClosed && (
        <MayButton right="set_rules" onClick={() => setAsked('reopen')} className="btn btn-outline px-4">
          Reopen
        </MayButton>
      )}
      {asked === 'close' && (
        <ConfirmDialog
          question={`Close ${monthName(month)}?`}
          detail={[
            earlier.length > 0 && `This closes ${[...earlier].reverse().join(', ')}, too.`,
            'No payment can be dated in it any more: whatever is booked late or taken back counts for the current month. Only an owner can reopen it.',
          ]
            .filter(Boolean)
            .join(' ')}
          action="Close month"
          busyAction="Closing…"
          tone="plain"
          onConfirm={() => mutateAsync()}
          failure="Failed to close the month"
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'reopen' && <ReopenMonth month={month} onClose={() => setAsked(null)} />}
    </>
  );
}

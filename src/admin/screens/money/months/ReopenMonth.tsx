import { AskReason } from '#admin/kit/AskReason.tsx';
import { monthReopening } from '#domain/books/contract.ts';
import { monthName } from './book-texts.ts';
import { reopenMonth } from './books-api.ts';

const schema = monthReopening.pick({ reason: true });

/** Reopens the month that was closed last, and asks why. */
export function ReopenMonth({ month, onClose }: { month: string; onClose: () => void }) {
  return (
    <AskReason
      title={`Reopen ${monthName(month)}`}
      schema={schema}
      action="Reopen"
      busyAction="Reopening…"
      save={(reason) => reopenMonth({ month, reason })}
      done={`${monthName(month)} is open again`}
      failure="Failed to reopen the month"
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        Its balance is no longer kept until it is closed again. Activity keeps who reopened it, and why.
      </p>
    </AskReason>
  );
}

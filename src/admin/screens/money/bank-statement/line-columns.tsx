import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { Day } from '#admin/kit/Moment.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { StatementLine, StatementState } from '#domain/payments/bank-statement.ts';
import type { MatchKind } from '#domain/payments/match-statement.ts';

const MATCHES: Record<MatchKind, StatusLabel> = {
  booked: { text: 'Booked already', tone: 'tone-done' },
  sure: { text: 'Number and amount match', tone: 'tone-done' },
  number: { text: 'Other amount', tone: 'tone-wait' },
  choose: { text: 'To choose', tone: 'tone-wait' },
  none: { text: 'No order found', tone: 'tone-plain' },
};

const payoutLabel = ({ isSure }: StatementLine['payouts'][number]): StatusLabel =>
  isSure ? { text: 'A courier’s payment', tone: 'tone-done' } : { text: 'A courier’s payment?', tone: 'tone-wait' };

/** Candidates that are named in the list; the dialog has all of them. */
const NAMED = 3;

interface Actions {
  onBook: (line: StatementLine) => void;
  /** It is what was booked before. */
  onSame: (line: StatementLine) => void;
  onChoose: (line: StatementLine) => void;
  onSetAside: (line: StatementLine) => void;
  onReopen: (line: StatementLine) => void;
  /** It is what a courier paid out by these files. */
  onArrival: (line: StatementLine, settlementIds: string[]) => void;
  onUndoArrival: (line: StatementLine) => void;
}

export function lineColumns(state: StatementState, actions: Actions): Column<StatementLine>[] {
  return [
    {
      name: 'Amount',
      slot: 'title',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ amount }) => formatPrice(amount),
    },
    {
      name: 'Day',
      className: 'whitespace-nowrap text-sm',
      cell: ({ day }) => <Day of={day} />,
    },
    {
      name: 'What the bank says',
      isWide: true,
      className: 'max-w-80 min-w-40 text-sm',
      cell: ({ reference }) => (
        <span dir="auto" className="break-words">
          {reference || '–'}
        </span>
      ),
    },
    state === 'open' ? matchColumn : decisionColumn(state),
    {
      name: 'Actions',
      slot: 'actions',
      cell: (line) => <LineActions line={line} {...actions} />,
    },
  ];
}

const matchColumn: Column<StatementLine> = {
  name: 'Order',
  isWide: true,
  className: 'max-w-80 min-w-48 text-sm',
  cell: ({ match, candidates, bookedBefore, payouts }) => (
    <>
      <StatusBadge label={payouts[0] && match === 'none' ? payoutLabel(payouts[0]) : MATCHES[match]} />
      {payouts.map((payout) => (
        <span key={payout.settlements.map(({ id }) => id).join()} className="mt-1 block break-words">
          <bdi>{payout.courier}</bdi>: {payout.settlements.map(({ reference }) => reference).join(' + ')}
        </span>
      ))}
      {bookedBefore && (
        <span className="mt-1 block break-words">
          {formatPrice(bookedBefore.amount)} was booked for{' '}
          <Link href={`/admin/orders/${bookedBefore.orderNumber}`} className="underline underline-offset-2">
            {bookedBefore.orderNumber}
          </Link>
          {bookedBefore.bookedBy && <span dir="auto"> by {bookedBefore.bookedBy}</span>}, {formatDay(bookedBefore.bookedAt)}
          {bookedBefore.isSure ? '.' : ': the same transfer?'}
        </span>
      )}
      {candidates.slice(0, NAMED).map(({ orderId, orderNumber, customerName, sums }) => (
        <span key={orderId} className="mt-1 block break-words">
          <Link href={`/admin/orders/${orderNumber}`} className="underline underline-offset-2">
            {orderNumber}
          </Link>{' '}
          <span dir="auto">{customerName}</span>, {formatPrice(Math.max(...sums))} due
        </span>
      ))}
      {candidates.length > NAMED && <span className="mt-1 block text-muted">and {candidates.length - NAMED} more</span>}
    </>
  ),
};

function decisionColumn(state: StatementState): Column<StatementLine> {
  return {
    name: state === 'booked' ? 'Order' : 'Why',
    isWide: true,
    className: 'max-w-80 min-w-48 text-sm',
    cell: ({ orderNumber, settlements, because, decidedBy, decidedAt }) => (
      <>
        {settlements.map(({ id, reference, courier }) => (
          <Link key={id} href={`/admin/settlements/${id}`} className="block break-words underline underline-offset-2">
            {courier} {reference}
          </Link>
        ))}
        {orderNumber ? (
          <Link href={`/admin/orders/${orderNumber}`} className="underline underline-offset-2">
            {orderNumber}
          </Link>
        ) : (
          <span dir="auto" className="break-words">
            {because}
          </span>
        )}
        <span className="block text-muted">{[decidedBy, decidedAt && formatMoment(decidedAt)].filter(Boolean).join(', ')}</span>
      </>
    ),
  };
}

function LineActions({
  line,
  onBook,
  onSame,
  onChoose,
  onSetAside,
  onReopen,
  onArrival,
  onUndoArrival,
}: Actions & { line: StatementLine }) {
  const name = `${formatPrice(line.amount)}, ${line.reference || 'no reference'}`;
  if (line.state === 'booked') {
    if (line.settlements.length === 0) return null;
    return (
      <button type="button" onClick={() => onUndoArrival(line)} className="btn btn-outline px-3 whitespace-nowrap">
        Undo<span className="sr-only">: {name}</span>
      </button>
    );
  }
  if (line.state === 'set_aside') {
    return (
      <button type="button" onClick={() => onReopen(line)} className="btn btn-outline px-3 whitespace-nowrap">
        Open again<span className="sr-only">: {name}</span>
      </button>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {line.bookedBefore && (
        <button
          type="button"
          onClick={() => onSame(line)}
          className={`btn ${line.bookedBefore.isSure ? 'btn-primary' : 'btn-outline'} px-3 whitespace-nowrap`}
        >
          Same transfer<span className="sr-only">: {name}</span>
        </button>
      )}
      {line.payouts.map(({ courier, settlements, isSure }) => (
        <button
          key={settlements.map(({ id }) => id).join()}
          type="button"
          onClick={() =>
            onArrival(
              line,
              settlements.map(({ id }) => id),
            )
          }
          className={`btn ${isSure ? 'btn-primary' : 'btn-outline'} px-3`}
        >
          It is {courier}’s {settlements.map(({ reference }) => reference).join(' + ')}
          <span className="sr-only">: {name}</span>
        </button>
      ))}
      {line.match === 'sure' && (
        <button type="button" onClick={() => onBook(line)} className="btn btn-primary px-3 whitespace-nowrap">
          Book<span className="sr-only">: {name}</span>
        </button>
      )}
      <button type="button" onClick={() => onChoose(line)} className="btn btn-outline px-3 whitespace-nowrap">
        {line.match === 'sure' ? 'Other order' : 'Choose order'}
        <span className="sr-only">: {name}</span>
      </button>
      <button type="button" onClick={() => onSetAside(line)} className="btn btn-outline px-3 whitespace-nowrap">
        Set aside<span className="sr-only">: {name}</span>
      </button>
    </div>
  );
}

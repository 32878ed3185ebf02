import FileUp from 'virtual:icons/file-up';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import { ApiFailure } from '#browser/api.ts';
import { STATEMENT_STATES, type StatementLine, type StatementState } from '#domain/payments/bank-statement.ts';
import { AddStatement } from './AddStatement.tsx';
import { BookLine } from './BookLine.tsx';
import { CompareDays } from './CompareDays.tsx';
import { lineColumns } from './line-columns.tsx';
import { SetAside } from './SetAside.tsx';
import { deleteArrival, postBookings, putArrival, putReason, statementLines } from './statement-api.ts';

const STATES: Record<StatementState, string> = { open: 'Open', booked: 'Booked', set_aside: 'Set aside' };

const EMPTY: Record<StatementState, string> = {
  open: 'No open lines. Add a bank statement, and its transfers are matched here with orders and with couriers’ payments.',
  booked: 'No line was booked yet.',
  set_aside: 'No line was set aside.',
};

const sureMatch = ({ id, candidates }: StatementLine) => ({ lineId: id, orderNumber: candidates[0]?.orderNumber ?? '' });

/** What the bank says came in: staff confirm which order each transfer pays. */
export default function BankStatementPage() {
  const list = useList(statementLines);
  const report = useErrorBanner();
  const [isAdding, setAdding] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [booked, setBooked] = useState<StatementLine | null>(null);
  const [setAside, setSetAside] = useState<StatementLine | null>(null);
  const sure = list.page?.items.filter(({ match }) => match === 'sure') ?? [];

  const { mutate: book, isPending } = useMutation({
    mutationFn: postBookings,
    onSuccess: (outcomes) => {
      const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
      const done = outcomes.length - refusals.length;
      if (done > 0) toast(done === 1 ? 'One line was booked' : `${done} lines were booked`);
      report(refusals.length > 0 ? new ApiFailure(409, 'refused', refusals.join(' ')) : null, 'Failed to book');
    },
    onError: (failure) => report(failure, 'Failed to book'),
  });
  const { mutate: reopen } = useMutation({
    mutationFn: ({ id }: StatementLine) => putReason(id, ''),
    onSuccess: () => toast('The line is open again'),
    onSettled: (_, failure) => report(failure, 'Failed to open the line again'),
  });
  const { mutate: arrive } = useMutation({
    mutationFn: ({ line, settlementIds }: { line: StatementLine; settlementIds: string[] }) => putArrival(line.id, settlementIds),
    onSuccess: ({ settlements }) => toast(`${settlements.map(({ reference }) => reference).join(', ')} arrived in the bank`),
    onSettled: (_, failure) => report(failure, 'Failed to confirm'),
  });
  const { mutate: undoArrival } = useMutation({
    mutationFn: ({ id }: StatementLine) => deleteArrival(id),
    onSuccess: () => toast('The line is open again'),
    onSettled: (_, failure) => report(failure, 'Failed to open the line again'),
  });
  const columns = useMemo(
    () =>
      lineColumns(list.filters.state, {
        onBook: (line) => book([sureMatch(line)]),
        onSame: ({ id, bookedBefore }) =>
          book([{ lineId: id, orderNumber: bookedBefore?.orderNumber ?? '', isBooked: 'same' as const }]),
        onChoose: setBooked,
        onSetAside: setSetAside,
        onReopen: reopen,
        onArrival: (line, settlementIds) => arrive({ line, settlementIds }),
        onUndoArrival: undoArrival,
      }),
    [list.filters.state, book, reopen, arrive, undoArrival],
  );

  return (
    <Screen
      title="Transfers and bank"
      actions={
        <>
          <button type="button" onClick={() => setComparing(true)} className="btn btn-outline px-4">
            Compare balances
          </button>
          <button type="button" onClick={() => setAdding(true)} className="btn btn-primary px-4">
            <FileUp className="size-4" />
            Add Statement
          </button>
        </>
      }
    >
      <StateTabs
        label="Lines"
        tabs={STATEMENT_STATES.map((state) => ({
          label: STATES[state],
          href: list.addressWith({ state }),
          isShown: state === list.filters.state,
        }))}
      />
      {sure.length > 1 && (
        <div className="mb-3 flex justify-end">
          <button type="button" disabled={isPending} onClick={() => book(sure.map(sureMatch))} className="btn btn-outline px-4">
            {isPending ? 'Booking…' : `Book all ${sure.length} that match`}
          </button>
        </div>
      )}
      <DataList list={list} columns={columns} empty={EMPTY[list.filters.state]} />
      {isComparing && <CompareDays onClose={() => setComparing(false)} />}
      {isAdding && <AddStatement onClose={() => setAdding(false)} />}
      {booked && <BookLine key={booked.id} line={booked} onClose={() => setBooked(null)} />}
      {setAside && <SetAside key={setAside.id} line={setAside} onClose={() => setSetAside(null)} />}
    </Screen>
  );
}

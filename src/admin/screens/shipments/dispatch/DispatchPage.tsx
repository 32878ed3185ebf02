import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SimulateDay } from '#admin/data/shipments/SimulateDay.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import type { PortalWork } from '#domain/couriers/contract.ts';
import type { DispatchList } from '#domain/couriers/dispatch.ts';
import { BookingProgress } from './BookingProgress.tsx';
import { dispatchQuery, portalWorkQuery } from './dispatch-api.ts';
import { byCourier } from './dispatch-text.ts';
import { HandOver } from './HandOver.tsx';
import { OpenBookings } from './OpenBookings.tsx';
import { $run, isRunning } from './run-store.ts';
import { ToBook } from './ToBook.tsx';

const PortalAnswer = lazy(() => import('./PortalAnswer.tsx'));

/** Colleagues pack and confirm meanwhile. */
const LIVE_MS = 30_000;

/** What goes out today: parcels to book, those that wait for their number, and those that wait for the rider. */
export default function DispatchPage() {
  const report = useErrorBanner();
  const running = isRunning(useStore($run));
  const [answering, setAnswering] = useState<PortalWork | null>(null);
  const { data, error, refetch } = useQuery({ ...dispatchQuery, refetchInterval: running ? false : LIVE_MS });
  useEffect(() => report(error, 'Failed to load what is to be sent'), [error, report]);

  return (
    <Screen title="Dispatch">
      {!data && (error ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Loading what is to be sent…" />)}
      {data && <Parcels list={data} onAnswer={setAnswering} />}
      {data && <SimulateDay />}
      {/* Here it stays when the last number is saved and nothing waits any more. */}
      {answering && (
        <Suspense>
          <PortalAnswer work={answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </Screen>
  );
}

function Parcels({ list, onAnswer }: { list: DispatchList; onAnswer: (portal: PortalWork) => void }) {
  const { rows, total, couriers } = list;
  const at = (step: string) => rows.filter((row) => row.step === step);
  const run = useStore($run);
  const { data: portals = [] } = useQuery(portalWorkQuery);
  const hasOpen = at('open').length > 0 || portals.some(({ fresh, waiting }) => fresh + waiting > 0);
  if (rows.length === 0 && !run && !hasOpen) return <Nothing {...list} />;
  return (
    <>
      <BookingProgress couriers={couriers} rows={rows} />
      {hasOpen && <OpenBookings rows={at('open')} portals={portals} onAnswer={onAnswer} />}
      {byCourier(at('booked')).map((group) => (
        <HandOver key={group.courier} {...group} />
      ))}
      <ToBook rows={at('to_book')} couriers={couriers} />
      {total > rows.length && (
        <p className="mt-3 text-sm text-muted">
          These are the oldest {rows.length} of {total}. The others follow when these are handed over.
        </p>
      )}
    </>
  );
}

function Nothing({ toConfirm, awaitsMoney }: DispatchList) {
  const waiting = [
    { orders: toConfirm, work: 'to_confirm', why: 'to be confirmed' },
    { orders: awaitsMoney, work: 'awaits_money', why: 'for money' },
  ].filter(({ orders }) => orders > 0);
  return (
    <p className="panel px-4 py-8 text-center text-muted">
      Nothing to send.{' '}
      {waiting.map(({ orders, work, why }) => (
        <span key={work}>
          <Link href={`/admin/orders?work=${work}`} className="quiet-link">
            {countText('order', orders)}
          </Link>{' '}
          {orders === 1 ? 'waits' : 'wait'} {why}.{' '}
        </span>
      ))}
      {waiting.length === 0 && 'Confirmed orders appear here.'}
    </p>
  );
}

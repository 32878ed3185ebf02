import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { UnsentNotice } from '#admin/data/outbox/UnsentNotice.tsx';
import { findPacking, rememberPacking, useOrdersToPack } from '#admin/data/packing/packing-api.ts';
import { isComplete } from '#admin/data/packing/packing-state.ts';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { $location } from '#admin/platform/router.ts';
import { Spinner } from '#components/Spinner.tsx';
import { OrdersToPack } from './OrdersToPack.tsx';
import { PackOrder } from './PackOrder.tsx';
import { PACK, readCode } from './read-code.ts';

/** Packs orders piece by piece: by a handheld scanner, the phone's camera, or a press. Goes on without a connection. */
export default function PackPage() {
  const { path } = useStore($location);
  const number = decodeURIComponent(path.slice(PACK.length + 1)) || undefined;
  const { orders, isKept, error, refetch } = useOrdersToPack();
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load the orders to pack'), [error, report]);
  const open = orders?.find(({ orderNumber }) => orderNumber === number);
  const next = orders?.find((order) => order.orderNumber !== number && !isComplete(order));

  return (
    <Screen
      title={number ? `Pack ${number}` : 'Pack'}
      actions={
        number && (
          <Link href={PACK} className="btn btn-outline px-4">
            All orders
          </Link>
        )
      }
    >
      <UnsentNotice />
      {isKept && (
        <p role="status" className="mb-4 rounded-lg bg-notice px-4 py-3 text-sm">
          No connection. These are the orders that this device knows; what you pack is sent when you are back online.
        </p>
      )}
      <section aria-label="Scan" className="panel mb-4 p-4">
        <ScanField
          label={open ? 'SKU of a piece, or another order' : 'Order or parcel number'}
          action={open ? 'Pack' : 'Open'}
          onCode={(code) => readCode(code, number)}
        />
      </section>
      {!orders && (error ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Loading the orders to pack…" />)}
      {orders && !number && <OrdersToPack orders={orders} />}
      {orders && number && (open ? <PackOrder key={open.orderId} order={open} next={next} /> : <Missing number={number} />)}
    </Screen>
  );
}

/** An order of an address that is not in the list: packed already, sent, or none at all. */
function Missing({ number }: { number: string }) {
  const { data, error } = useQuery({ queryKey: ['/packing', 'number', number], queryFn: () => findPacking(number) });
  useEffect(() => {
    if (data) rememberPacking(data);
  }, [data]);
  if (error)
    return (
      <p role="alert" className="panel px-4 py-8 text-center text-muted">
        {number} cannot be packed from here: there is no such order, or no connection.
      </p>
    );
  return <Spinner label={`Loading ${number}…`} />;
}

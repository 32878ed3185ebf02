import { useStore } from '@nanostores/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { UnsentNotice } from '#admin/data/outbox/UnsentNotice.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { Link } from '#admin/platform/Link.tsx';
import { $location } from '#admin/platform/router.ts';
import { startOutbox } from '#admin/platform/staff-outbox.ts';
import { Spinner } from '#components/Spinner.tsx';
import { CountParcel } from './CountParcel.tsx';
import { openParcel } from './open-parcel.ts';
import { ReceivingWork } from './ReceivingWork.tsx';
import { RefusedGoodsBack } from './RefusedGoodsBack.tsx';
import { scanQuery } from './receive-api.ts';
import { $drafts, sendUnanswered, unitsOf } from './receive-drafts.ts';

/**
 * Counts what comes back: the parcel is scanned first, then each of its pieces. The address says which parcel it is. What is counted stays on the
 * device until it is saved, and is sent later where there is no connection.
 */
export default function ReceivePage() {
  const { path, search } = useStore($location);
  const code = new URLSearchParams(search).get('code')?.trim();
  useEffect(() => {
    startOutbox();
    void sendUnanswered().catch(console.warn);
  }, []);
  return (
    <Screen
      title="Receive returned parcels"
      actions={
        code && (
          <Link href={path} className="btn btn-outline px-4">
            Another parcel
          </Link>
        )
      }
    >
      <UnsentNotice />
      <RefusedGoodsBack />
      {code ? <FoundParcel key={code} code={code} /> : <FindParcel />}
    </Screen>
  );
}

/** Where no parcel is open: its number is scanned or typed, or it is picked from those that are awaited. */
function FindParcel() {
  const client = useQueryClient();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);

  async function find(code: string): Promise<ScanOutcome> {
    try {
      return (await openParcel(client, code)) ?? { tone: 'wrong', text: `“${code}” is open already` };
    } catch (failure) {
      return { tone: 'wrong', text: `“${code}”: ${failureText(failure, 'Failed to look for the parcel')}` };
    }
  }

  return (
    <>
      <section aria-label="Find parcel" className="panel mb-4 p-4">
        <ScanField label="Tracking, shipment or order number" action="Open" box={box} onCode={find} />
      </section>
      <CountedBefore />
      <ReceivingWork />
    </>
  );
}

/** What was counted on this device and not saved yet. */
function CountedBefore() {
  const drafts = Object.entries(useStore($drafts)).filter(([, { sent }]) => !sent);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Not saved yet" className="panel mb-4">
      <h2 className="panel-heading px-4 py-3">Counted, not saved yet</h2>
      <ul className="divide-y divide-line border-t border-line">
        {drafts.map(([orderId, { orderNumber, counts }]) => (
          <li key={orderId}>
            <Link
              href={`/admin/receive?${new URLSearchParams({ code: orderNumber })}`}
              className="flex min-h-12 items-center justify-between gap-3 px-4 py-2.5 hover:bg-ivory"
            >
              <span className="font-medium">{orderNumber}</span>
              <span className="text-sm text-ink-soft tabular-nums">{countText('piece', unitsOf(counts))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundParcel({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(scanQuery(code));
  if (data)
    return (
      <>
        {data.isKept && (
          <p role="status" className="mb-4 rounded-lg bg-notice px-4 py-3 text-sm">
            No connection. This is the parcel as this device knows it; what you count is sent when you are back online.
          </p>
        )}
        <CountParcel pieces={data} />
      </>
    );
  if (!error) return <Spinner />;
  return (
    <div role="alert" className="panel px-4 py-8 text-center">
      <p className="break-words text-danger">
        “{code}”: {failureText(error, 'Failed to load the parcel')}
      </p>
      <button type="button" onClick={() => refetch()} className="btn btn-outline mt-4 px-4">
        Try again
      </button>
    </div>
  );
}

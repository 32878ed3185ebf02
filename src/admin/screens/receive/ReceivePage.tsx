import { useStore } from '@nanostores/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { ScanField } from '#admin/kit/scan/ScanField.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { Link } from '#admin/platform/Link.tsx';
import { $location, navigate } from '#admin/platform/router.ts';
import { Spinner } from '#components/Spinner.tsx';
import { CountParcel } from './CountParcel.tsx';
import { ReceivingWork } from './ReceivingWork.tsx';
import { scanQuery } from './receive-api.ts';

/** Counts what comes back: the parcel is scanned first, then each of its pieces. The address says which parcel it is. */
export default function ReceivePage() {
  const { path, search } = useStore($location);
  const code = new URLSearchParams(search).get('code')?.trim();
  return (
    <Screen
      title="Receive"
      actions={
        code && (
          <Link href={path} className="btn btn-outline px-4">
            Another parcel
          </Link>
        )
      }
    >
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
      const { order, items } = await client.fetchQuery(scanQuery(code));
      navigate(`/admin/receive?${new URLSearchParams({ code })}`);
      const out = items.reduce((sum, item) => sum + item.out, 0);
      return { tone: 'right', text: `${order.orderNumber}: ${countText('piece', out)} out` };
    } catch (failure) {
      return { tone: 'wrong', text: `“${code}”: ${failureText(failure, 'Failed to look for the parcel')}` };
    }
  }

  return (
    <>
      <section aria-label="Find parcel" className="panel mb-4 p-4">
        <ScanField label="Tracking, shipment or order number" action="Open" box={box} onCode={find} />
      </section>
      <ReceivingWork />
    </>
  );
}

function FoundParcel({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(scanQuery(code));
  if (data) return <CountParcel pieces={data} />;
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

import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { ScannedLabel } from '#domain/orders/page-contract.ts';
import { AskPageLink } from './AskPageLink.tsx';
import DueAtDoor from './DueAtDoor.tsx';
import { Failed, Loading } from './OrderPageStates.tsx';
import { labelIn } from './order-page-link.ts';

type State = { is: 'loading' } | { is: 'shown'; label: ScannedLabel } | { is: 'failed'; failure: ApiFailure };

/** What anybody sees who scans the label of a parcel: what is due at the door, and the way to the rest for its customer. */
export default function LabelPage() {
  const [state, setState] = useState<State>({ is: 'loading' });
  useEffect(() => {
    load(setState);
  }, []);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed') return <Failed failure={state.failure} onRetry={() => load(setState)} />;
  const { label } = state;
  const report = async ({ asked }: Record<string, string | number>) => {
    const next = await callApi<ScannedLabel>('POST', '/order-page/label/asked-sum', { body: { ...labelIn(location), asked } });
    setState({ is: 'shown', label: next });
  };
  return (
    <div className="space-y-6">
      <p className="text-sm text-ink-soft tabular-nums">Parcel {label.shipmentNumber}</p>
      <DueAtDoor due={label.dueAtDoor} label={label} onReport={report} />
      <AskPageLink />
    </div>
  );
}

async function load(show: (state: State) => void): Promise<void> {
  show({ is: 'loading' });
  try {
    show({ is: 'shown', label: await callApi<ScannedLabel>('POST', '/order-page/label', { body: labelIn(location) }) });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    show({ is: 'failed', failure });
  }
}

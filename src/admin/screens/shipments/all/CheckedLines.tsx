import type { ReactNode } from 'react';
import { CheckedList } from '#admin/kit/checked/CheckedList.tsx';
import type { CheckedLine, FoundLine } from './check-lines.ts';

interface Props {
  lines: CheckedLine[];
  effect: (line: FoundLine & { after: FoundLine['shipment'] }) => ReactNode;
}

const WORDS = { done: 'done', ready: 'will change', refused: 'refused', same: 'unchanged' };

/** What comes, or came, of each pasted line, and whose parcel it is. */
export function CheckedLines({ lines, effect }: Props) {
  return (
    <CheckedList
      lines={lines}
      words={WORDS}
      keyOf={({ place, parcel, trackingNumber }) => `${place} ${parcel} ${trackingNumber}`}
      columns="grid-cols-[2rem_minmax(0,1fr)] sm:grid-cols-[2rem_minmax(0,11rem)_minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      {(line) => (
        <>
          <span className="text-muted tabular-nums">{line.place ?? '–'}</span>
          <span className="break-words tabular-nums">{[line.parcel, line.trackingNumber].filter(Boolean).join(' ')}</span>
          <span className="break-words text-ink-soft max-sm:col-start-2">
            {line.shipment && <Whose shipment={line.shipment} />}
          </span>
          <span className={`break-words max-sm:col-start-2 ${line.outcome === 'refused' ? 'text-danger' : ''}`}>
            {line.outcome === 'refused' && line.refusal?.message}
            {line.outcome === 'same' && <span className="text-muted">Nothing to change</span>}
            {(line.outcome === 'ready' || line.outcome === 'done') &&
              line.shipment &&
              line.after &&
              effect({ ...line, shipment: line.shipment, after: line.after })}
          </span>
        </>
      )}
    </CheckedList>
  );
}

function Whose({
  shipment: { shipmentNumber, orderNumber, recipientName, city, cityKnown },
}: {
  shipment: FoundLine['shipment'];
}) {
  return (
    <>
      <span className="whitespace-nowrap">{shipmentNumber}</span> · <span className="whitespace-nowrap">{orderNumber}</span>
      <span dir="auto" className="block">
        {[recipientName, cityKnown ?? city].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

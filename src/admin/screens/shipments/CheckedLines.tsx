import type { ReactNode } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import type { CheckedLine, FoundLine } from './check-lines.ts';

interface Props {
  lines: CheckedLine[];
  effect: (line: FoundLine & { after: FoundLine['shipment'] }) => ReactNode;
}

/** What needs a look comes first. */
const GROUPS = ['refused', 'ready', 'done', 'same'] as const;

/** What comes, or came, of each pasted line, in a word for all of them and one by one. */
export function CheckedLines({ lines, effect }: Props) {
  const of = (outcome: CheckedLine['outcome']) => lines.filter((line) => line.outcome === outcome);
  const counts = [
    [of('done').length, 'done'],
    [of('ready').length, 'will change'],
    [of('refused').length, 'refused'],
    [of('same').length, 'unchanged'],
  ] as const;
  return (
    <>
      <p role="status" className="mb-3 font-medium tabular-nums">
        {counts.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}`] : [])).join(' · ')}
      </p>
      <ol aria-label="Lines" className="panel divide-y divide-line">
        {GROUPS.flatMap(of).map((line) => (
          <li
            key={`${line.place} ${line.parcel} ${line.trackingNumber}`}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-4 py-2 text-sm sm:grid-cols-[2rem_minmax(0,11rem)_minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <span className="text-muted tabular-nums">{line.place ?? '–'}</span>
            <span className="break-words tabular-nums">{[line.parcel, line.trackingNumber].filter(Boolean).join(' ')}</span>
            <span className="break-words text-ink-soft max-sm:col-start-2">
              {line.shipment && <Whose shipment={line.shipment} />}
            </span>
            <span className={`break-words max-sm:col-start-2 ${line.outcome === 'refused' ? 'text-danger' : ''}`}>
              {line.outcome === 'refused' && line.refusal?.message}
              {line.outcome === 'same' && <span className="text-muted">It is so already</span>}
              {(line.outcome === 'ready' || line.outcome === 'done') &&
                line.shipment &&
                line.after &&
                effect({ ...line, shipment: line.shipment, after: line.after })}
            </span>
          </li>
        ))}
      </ol>
    </>
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

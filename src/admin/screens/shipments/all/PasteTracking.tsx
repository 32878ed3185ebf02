import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { setTrackingNumbers } from '#admin/data/shipments/definition.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { type Shipment, trackingKey } from '#domain/shipments/contract.ts';
import { isOver } from '#domain/shipments/status.ts';
import type { Change, FoundLine } from './check-lines.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { isColumnAlone, readTrackingLines } from './pasted-lines.ts';

const CHANGE: Change = {
  isSame: ({ shipment, trackingNumber }) => trackingKey(shipment.trackingNumber) === trackingKey(trackingNumber),
  run: (lines, preview) =>
    setTrackingNumbers(
      lines.map(({ shipment: { id, updatedAt }, trackingNumber }) => ({ id, updatedAt, trackingNumber })),
      preview,
    ),
};

/** Gives many parcels the tracking numbers that a courier's portal lists. `selected` are those that a column alone is filled into, in the shown order. */
export function PasteTracking({ selected = [], onClose }: { selected?: Shipment[]; onClose: () => void }) {
  const numbers = selected.map(({ shipmentNumber }) => shipmentNumber);
  const alone =
    selected.length > 0
      ? `Or the numbers alone: they go to the ${countText('selected parcel', selected.length)} in the order of the list.`
      : '';
  return (
    <PasteDialog
      title="Paste tracking numbers"
      label="A parcel a line"
      hint={`The number of the order or shipment, then the tracking number: ORD-10042 TCS7712345678. ${alone}`}
      read={(text) => readTrackingLines(text, numbers)}
      problemOf={(text) =>
        isColumnAlone(text) && selected.length === 0
          ? 'These are tracking numbers alone. Select their parcels in the list first, or write the order’s number before each.'
          : ''
      }
      change={CHANGE}
      effect={(line) => <Effect line={line} />}
      action={(count) => `Save ${countText('tracking number', count)}`}
      onClose={onClose}
    />
  );
}

/** Which number it gets, in place of which, and whether that is unusual: the parcel has arrived, or its order was cancelled. */
function Effect({ line: { shipment, trackingNumber } }: { line: FoundLine }) {
  const { status, orderStatus } = shipment;
  const unusual = [
    ...(isOver(shipment) ? [`parcel ${SHIPMENT_STATUS_LABELS[status].text.toLowerCase()}`] : []),
    ...(orderStatus === 'cancelled' ? [`order ${ORDER_STATUS_LABELS[orderStatus].text.toLowerCase()}`] : []),
  ];
  return (
    <>
      Gets <strong className="font-medium tabular-nums">{trackingNumber}</strong>
      {shipment.trackingNumber && ` instead of ${shipment.trackingNumber}`}
      {unusual.length > 0 && <span className="block text-muted">Note: {unusual.join(', ')}</span>}
    </>
  );
}

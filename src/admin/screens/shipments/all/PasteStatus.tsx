import { useState } from 'react';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { setShipmentStatuses } from '#admin/data/shipments/definition.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { Select } from '#admin/kit/Select.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { Field } from '#components/Field.tsx';
import type { Shipment } from '#domain/shipments/contract.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import type { Change, CheckedLine, FoundLine } from './check-lines.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { readNumbers } from './pasted-lines.ts';

const STATUS_OPTIONS = [...textsOf(SHIPMENT_STATUS_LABELS)].map(([value, label]) => ({ value, label }));

/** Gives many parcels one status, by the numbers that a courier lists, or those that are selected. Their orders follow. */
export function PasteStatus({ selected = [], onClose }: { selected?: Shipment[]; onClose: () => void }) {
  const [status, setStatus] = useState<ShipmentStatus>('delivered');
  const [reason, setReason] = useState('');
  const name = SHIPMENT_STATUS_LABELS[status].text;
  const change: Change = {
    isSame: ({ shipment }) => shipment.status === status,
    run: (lines, preview) =>
      setShipmentStatuses(
        lines.map(({ shipment }) => shipment),
        status,
        { reason: reason.trim(), preview },
      ),
  };
  return (
    <PasteDialog
      title="Set status by numbers"
      label="Numbers"
      hint="As the courier lists them: tracking numbers, order numbers or shipment numbers, one a line."
      text={selected.map(({ shipmentNumber }) => shipmentNumber).join('\n')}
      read={readNumbers}
      change={change}
      effect={(line) => <Effect line={line} />}
      action={(count) => `Set ${countText('parcel', count)} to ${name}`}
      answer={(lines, again) => <WhyDelivered lines={lines} reason={reason} onReason={setReason} onCheck={again} />}
      onClose={onClose}
    >
      <Field label="New status" className="mb-4 max-w-xs">
        {(control) => <Select {...control} value={status} options={STATUS_OPTIONS} onChange={setStatus} />}
      </Field>
    </PasteDialog>
  );
}

/** What becomes of the parcel, and of its order. */
function Effect({ line: { shipment, after } }: { line: FoundLine & { after: Shipment } }) {
  const isPaid = after.orderStatus === 'delivered';
  return (
    <>
      {SHIPMENT_STATUS_LABELS[shipment.status].text} →{' '}
      <strong className="font-medium">{SHIPMENT_STATUS_LABELS[after.status].text}</strong>
      {shipment.orderStatus !== after.orderStatus && (
        <span className="block text-ink-soft">
          Order {ORDER_STATUS_LABELS[shipment.orderStatus].text} → {ORDER_STATUS_LABELS[after.orderStatus].text}
          {isPaid && ', paid'}
        </span>
      )}
    </>
  );
}

interface WhyDeliveredProps {
  lines: CheckedLine[];
  reason: string;
  onReason: (reason: string) => void;
  onCheck: () => void;
}

/** Asks why parcels are delivered that failed or came back, where there are some: that is paid money, and seldom true. */
function WhyDelivered({ lines, reason, onReason, onCheck }: WhyDeliveredProps) {
  const back = lines.filter(({ refusal }) => refusal?.code === 'parcel_came_back').length;
  if (back === 0) return null;
  return (
    <div className="panel mb-4 flex flex-wrap items-end gap-3 p-4">
      <Field
        label={`Why ${countText('parcel', back)} that failed or came back ${back === 1 ? 'is' : 'are'} delivered all the same`}
        hint="It stays with each order, with your name."
        className="min-w-60 grow"
      >
        {(control) => (
          <input
            {...control}
            value={reason}
            onChange={({ target }) => onReason(target.value)}
            autoComplete="off"
            className="field"
          />
        )}
      </Field>
      <button type="button" onClick={onCheck} disabled={reason.trim() === ''} className="btn btn-outline">
        Check again
      </button>
    </div>
  );
}

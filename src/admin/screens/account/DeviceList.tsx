import { PUSH_LABELS } from '#admin/data/push/labels.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { PUSH_KINDS, type PushDevice } from '#domain/push/contract.ts';

interface Props {
  devices: PushDevice[];
  /** The device in one's hand. */
  ownId: string | null;
  onChange: (device: PushDevice) => void;
  onTest: (device: PushDevice) => void;
  onRemove: (device: PushDevice) => void;
}

/** The member's devices with what they are told of. */
export function DeviceList({ devices, ownId, onChange, onTest, onRemove }: Props) {
  return (
    <ul aria-label="Devices with notifications" className="mt-3 divide-y divide-line">
      {devices.map((device) => (
        <li key={device.id} className="py-3">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {device.device}
            {device.id === ownId && <span className="badge tone-done">This one</span>}
            {device.stoppedAt && <span className="badge tone-stop">Not reached</span>}
          </p>
          <p className="text-sm text-muted">
            {toldOf(device)}
            {device.quietFrom && ` · quiet from ${device.quietFrom} to ${device.quietTo}`}
          </p>
          <p className="text-sm text-muted">Back office last opened {formatMoment(device.lastSeenAt)}</p>
          {device.stoppedAt && (
            <p className="mt-1 text-sm text-danger">
              Its notification service has refused messages since {formatMoment(device.stoppedAt)}. Send a test to try again.
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-x-1 gap-y-2">
            <button type="button" onClick={() => onTest(device)} className="btn btn-outline min-h-11 px-4">
              Send me a test<span className="sr-only"> on {device.device}</span>
            </button>
            <button type="button" onClick={() => onChange(device)} className="btn min-h-11 px-3 hover:underline">
              Change<span className="sr-only"> the notifications of {device.device}</span>
            </button>
            <button type="button" onClick={() => onRemove(device)} className="btn min-h-11 px-3 text-danger hover:underline">
              Remove<span className="sr-only"> {device.device}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function toldOf({ kinds }: PushDevice): string {
  const names = PUSH_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => PUSH_LABELS[kind].name);
  return names.length > 0 ? names.join(', ') : 'Nothing chosen';
}

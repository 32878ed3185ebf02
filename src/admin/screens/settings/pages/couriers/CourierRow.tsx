import Pencil from 'virtual:icons/pencil';
import { formatDay, today } from '#admin/kit/formats.ts';
import type { Courier } from '#domain/couriers/contract.ts';
import { chargeText, reachText, serviceText } from './courier-text.ts';

interface Props {
  courier: Courier;
  onEdit: () => void;
  onCheck: () => void;
}

/** A courier: how it is reached, what it serves, what it charges. */
export function CourierRow({ courier, onEdit, onCheck }: Props) {
  const { name, adapter, isActive, credentials } = courier;
  const isMissing = credentials.some(({ isSet }) => !isSet);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span dir="auto" className="min-w-0 break-words">
            {name}
          </span>
          {!isActive && <span className="badge tone-plain">Set aside</span>}
          {isActive && isMissing && <span className="badge tone-wait">Not set up</span>}
          {isActive && !isMissing && <span className="badge tone-done">In use</span>}
        </p>
        <p className="text-sm break-words text-ink-soft">{reachText(courier)}</p>
        <p className="text-sm text-ink-soft">{serviceText(courier)}</p>
        <p className="text-sm text-muted tabular-nums">{chargeText(courier, today(), formatDay)}</p>
      </div>
      <div className="-mr-2 ml-auto flex items-center gap-2">
        {adapter !== 'generic' && (
          <button type="button" onClick={onCheck} aria-label={`Check connection of ${name}`} className="btn btn-outline px-3">
            Check connection
          </button>
        )}
        <button type="button" onClick={onEdit} aria-label={`Edit ${name}`} className="btn-icon">
          <Pencil className="size-5" />
        </button>
      </div>
    </div>
  );
}

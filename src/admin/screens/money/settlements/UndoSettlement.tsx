import { AskReason } from '#admin/kit/AskReason.tsx';
import { type Settlement, settlementUndo } from '#domain/settlements/contract.ts';
import { undoSettlement } from './settlements-api.ts';

interface Props {
  settlement: Pick<Settlement, 'id' | 'reference'>;
  onClose: () => void;
}

/** Takes back what a file moved, and asks why. The file may be booked again. */
export function UndoSettlement({ settlement: { id, reference }, onClose }: Props) {
  return (
    <AskReason
      title={`Undo ${reference}`}
      schema={settlementUndo}
      action="Undo"
      busyAction="Undoing…"
      save={(reason) => undoSettlement(id, reason)}
      done={`${reference} was undone`}
      failure="Failed to undo the settlement"
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        All that it moved is taken back: its parcels’ cash is with the courier again. It stays in the list as undone, and its file
        can be booked again.
      </p>
    </AskReason>
  );
}

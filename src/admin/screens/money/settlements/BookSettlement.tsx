import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { refuses } from '#domain/settlements/problems.ts';
import type { ReadSettlement } from '#domain/settlements/read-settlement.ts';
import { CheckedFile } from './CheckedFile.tsx';
import { ControlTotal, type TypedControl } from './ControlTotal.tsx';
import { FileProblems } from './FileProblems.tsx';
import type { CheckedSettlement, SettlementDraft } from './settlement-draft.ts';

interface Props {
  draft: SettlementDraft;
  read: ReadSettlement;
  /** What was typed of the payment. */
  typed: TypedControl | null;
  onTyped: (typed: TypedControl) => void;
  onClose: () => void;
  /** Back to another file. */
  onBack: () => void;
  onColumns: () => void;
}

/** A file that was read: what is wrong with it, else its control total, then what it comes to. */
export function BookSettlement({ draft, read, typed, onTyped, onClose, onBack, onColumns }: Props) {
  const [checked, setChecked] = useState<CheckedSettlement | null>(null);
  const { problems } = read;

  if (checked)
    return <CheckedFile checked={checked} courier={draft.courier.name} onClose={onClose} onBack={() => setChecked(null)} />;
  if (!problems.some(refuses) && read.rows.length > 0) {
    return (
      <ControlTotal
        draft={draft}
        read={read}
        typed={typed}
        onClose={onClose}
        onColumns={onColumns}
        onTyped={onTyped}
        onChecked={setChecked}
      />
    );
  }
  return (
    <Dialog
      title={draft.fileName}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={onColumns} className="btn btn-outline">
            Columns and words
          </button>
          <button type="button" onClick={onBack} className="btn btn-primary">
            Another file
          </button>
        </>
      }
    >
      {problems.length > 0 ? <FileProblems problems={problems} /> : <p>{draft.fileName} has no row below its headings.</p>}
    </Dialog>
  );
}

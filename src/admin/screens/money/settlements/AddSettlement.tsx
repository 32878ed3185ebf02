import { useState } from 'react';
import { readSettlement } from '#domain/settlements/read-settlement.ts';
import { BookSettlement } from './BookSettlement.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import type { TypedControl } from './ControlTotal.tsx';
import { FileColumns } from './FileColumns.tsx';
import type { SettlementDraft } from './settlement-draft.ts';

/** A courier's file is chosen, its columns are explained where nobody knows them, and it is compared with the parcels before it is booked. */
export function AddSettlement({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<SettlementDraft | null>(null);
  const [isMapping, setMapping] = useState(false);
  const [typed, setTyped] = useState<TypedControl | null>(null);

  if (!draft) {
    return (
      <ChooseFile
        onClose={onClose}
        onChosen={(chosen) => {
          setDraft(chosen);
          setTyped(null);
          setMapping(chosen.isGuess);
        }}
      />
    );
  }
  if (isMapping) {
    return (
      <FileColumns
        draft={draft}
        onClose={onClose}
        onBack={() => setDraft(null)}
        onMapped={(mapping) => {
          setDraft({ ...draft, courier: { ...draft.courier, settlementMapping: mapping }, mapping, isGuess: false });
          setMapping(false);
        }}
      />
    );
  }
  return (
    <BookSettlement
      draft={draft}
      read={readSettlement(draft.table, draft.fileName, draft.mapping)}
      typed={typed}
      onTyped={setTyped}
      onClose={onClose}
      onBack={() => setDraft(null)}
      onColumns={() => setMapping(true)}
    />
  );
}

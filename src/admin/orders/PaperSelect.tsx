import { useStore } from '@nanostores/react';
import { Select } from '#admin/kit/Select.tsx';
import { $paper, PAPER_OPTIONS, type Paper } from './slip-paper.ts';

/** The paper of packing slips, chosen once for this desk. */
export function PaperSelect() {
  const paper = useStore($paper);
  return (
    <Select
      label="Paper of packing slips"
      value={paper}
      options={PAPER_OPTIONS}
      onChange={(chosen: Paper) => $paper.set(chosen)}
      look="btn btn-outline px-3"
    />
  );
}

import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';

const PAPERS = ['a5', 'a6'] as const;

export type Paper = (typeof PAPERS)[number];

export const PAPER_OPTIONS = PAPERS.map((value) => ({ value, label: value.toUpperCase() }));

/** The paper that packing slips are printed on at this desk. */
export const $paper = safePersistentAtom<Paper>(
  'admin.slip-paper',
  'a5',
  (found) => PAPERS.find((paper) => paper === found) ?? 'a5',
);

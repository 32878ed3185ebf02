import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';

/** Papers by their class in paper.css. */
export const PAPERS = { a6: 'A6, one a page', a5: 'A5, one a page', a4: 'A4, four a page' };

export type LabelPaper = keyof typeof PAPERS;

/** The paper of labels, stored in this browser. */
export const $labelPaper = safePersistentAtom<LabelPaper>('admin.label-paper', 'a6', (found) =>
  typeof found === 'string' && found in PAPERS ? (found as LabelPaper) : 'a6',
);

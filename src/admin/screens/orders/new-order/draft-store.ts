import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { EMPTY_DRAFT, type OrderDraft, readDraft } from './order-draft.ts';

/** Stays in this browser until it is placed. */
export const $draft = safePersistentAtom('admin.new-order', EMPTY_DRAFT, readDraft);

/** Writes down a change of the draft, and when it was made. */
export function changeDraft(change: (before: OrderDraft) => Partial<OrderDraft>): void {
  const before = $draft.get();
  $draft.set({ ...before, ...change(before), changedAt: Date.now() });
}

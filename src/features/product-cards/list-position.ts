import { asRecord } from '#browser/storage.ts';

/** How far a shopper had come in a growing list. */
export interface ListPosition {
  /** Cards shown. */
  shown: number;
  /** Pixels scrolled. */
  top: number;
}

/** Saves the position in this entry of the browser's history, for Back to find it. */
export function saveListPosition(shown: number): void {
  history.replaceState({ ...asRecord(history.state), listPosition: { shown, top: window.scrollY } }, '');
}

/** The position saved in this entry of the history; undefined if the list had not grown. */
export function readListPosition(): ListPosition | undefined {
  const { shown, top } = asRecord(asRecord(history.state)['listPosition']);
  return typeof shown === 'number' && typeof top === 'number' ? { shown, top } : undefined;
}

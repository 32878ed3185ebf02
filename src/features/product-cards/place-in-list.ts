import { asRecord } from '#browser/storage.ts';

/** How far a shopper had come in a list that grows. */
export interface PlaceInList {
  /** Cards shown. */
  shown: number;
  /** Pixels scrolled. */
  top: number;
}

/** Keeps the place in this entry of the browser's history, so that Back finds it. */
export function keepPlace(shown: number): void {
  history.replaceState({ ...asRecord(history.state), place: { shown, top: window.scrollY } }, '');
}

/** The place kept in this entry of the history, if the list had grown when it was left. */
export function keptPlace(): PlaceInList | undefined {
  const { shown, top } = asRecord(asRecord(history.state)['place']);
  return typeof shown === 'number' && typeof top === 'number' ? { shown, top } : undefined;
}

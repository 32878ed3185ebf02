import { atom } from 'nanostores';
import { type Place, placeOf } from './place.ts';

/** Where the staff app is now. The address bar is the truth; this follows it. */
export const $place = atom<Place>(placeOf(window.location));

/** Asks whether unsaved work may be left; `goOn` leaves. */
type Guard = (goOn: () => void) => void;

let guard: Guard | null = null;
/** How far into the history of this visit the page shown is: kept with each entry, so that a step back can be told and undone. */
let index = indexOf(window.history.state);

window.addEventListener('popstate', ({ state }) => {
  const steps = indexOf(state) - index;
  if (guard && steps !== 0) {
    window.history.go(-steps); // the page stays until the guard agrees
    const ask = guard;
    ask(() => {
      guard = null;
      window.history.go(steps);
    });
    return;
  }
  index += steps;
  $place.set(placeOf(window.location));
});

window.addEventListener('beforeunload', (event) => {
  if (guard) event.preventDefault();
});

/** Goes to a URL of the staff app without a page load. `replace` leaves no history entry; `state` is kept with the entry. */
export function navigate(url: string, { replace = false, state = {} }: { replace?: boolean; state?: object | null } = {}): void {
  if (!replace) index++;
  const kept = { ...state, index };
  if (replace) window.history.replaceState(kept, '', url);
  else window.history.pushState(kept, '', url);
  $place.set(placeOf(window.location));
}

/** Has somebody asked before the page is left by the browser's back button or closed. Returns what ends that. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** True while something typed would be lost by leaving. */
export function hasUnsavedWork(): boolean {
  return guard !== null;
}

function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number' ? state.index : 0;
}

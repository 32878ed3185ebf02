import { atom } from 'nanostores';
import { type AppLocation, isOfScreen, locationOf, screenOf, stepsBack } from './location.ts';

/** The current location of the staff app. It follows the address bar. */
export const $location = atom<AppLocation>(locationOf(window.location));

/** Asks whether unsaved work may be discarded; `goOn` leaves. */
type Guard = (goOn: () => void) => void;

let guard: Guard | null = null;
/** The position in this visit's history. Each history entry keeps its own, so that a step back is recognised and can be undone. */
let index = indexOf(window.history.state);
/** True from the moment a step through the history was agreed to until it arrives. */
let isLeaving = false;

/** URLs remembered for closing dialogs. Nobody opens this many in a row. */
const MAX_TRAIL = 20;

window.addEventListener('popstate', ({ state }) => {
  const steps = indexOf(state) - index;
  if (guard && steps !== 0) {
    window.history.go(-steps); // the page stays until the guard agrees
    const ask = guard;
    ask(() => {
      guard = null;
      isLeaving = true;
      window.history.go(steps);
    });
    return;
  }
  index += steps;
  isLeaving = false;
  $location.set(locationOf(window.location));
});

window.addEventListener('beforeunload', (event) => {
  if (guard) event.preventDefault();
});

/** Goes to a URL of the staff app without a page load. `replace` leaves no history entry; `state` is kept with the entry. */
export function navigate(url: string, { replace = false, state = {} }: { replace?: boolean; state?: object | null } = {}): void {
  const trail = trailOf(window.history.state);
  if (replace) {
    window.history.replaceState({ ...state, index, trail }, '', url);
  } else {
    index++;
    const { pathname, search } = window.location;
    window.history.pushState({ ...state, index, trail: [...trail, pathname + search].slice(-MAX_TRAIL) }, '', url);
  }
  $location.set(locationOf(window.location));
}

/**
 * Closes what was opened over `url`: goes back to its history entry when only dialogs of that screen came after it. Otherwise, as when a
 * dialog was opened by its address, `url` replaces the current entry. Unsaved work has been asked about by then.
 */
export function returnTo(url: string): void {
  if (isLeaving) return;
  guard = null;
  const steps = stepsBack(trailOf(window.history.state), url);
  if (steps > 0) window.history.go(-steps);
  else navigate(url, { replace: true });
}

/** Goes back one history entry when it belongs to the same screen; to `url` otherwise. */
export function stepBack(url: string): void {
  const before = trailOf(window.history.state).slice(-1)[0];
  returnTo(before !== undefined && isOfScreen(before, screenOf(url)) ? before : url);
}

/** Has `ask` called before the page is left: by a link, by the browser's back button, or by closing it. Returns a function that ends this. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Calls `goOn`, after asking about unsaved work if there is any. */
export function leave(goOn: () => void): void {
  const ask = guard ?? ((agreed: () => void) => agreed());
  ask(() => {
    guard = null;
    goOn();
  });
}

/** True while leaving would lose something typed. */
export function hasUnsavedWork(): boolean {
  return guard !== null;
}

function trailOf(state: unknown): string[] {
  return typeof state === 'object' && state !== null && 'trail' in state && Array.isArray(state.trail) ? state.trail : [];
}

function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number' ? state.index : 0;
}

import { atom } from 'nanostores';
import { type AppLocation, isOfScreen, locationOf, screenOf, stepsBack } from './location.ts';

/** Where the staff app is now. The address bar is the truth; this follows it. */
export const $location = atom<AppLocation>(locationOf(window.location));

/** Asks whether unsaved work may be left; `goOn` leaves. */
type Guard = (goOn: () => void) => void;

let guard: Guard | null = null;
/** How far into the history of this visit the page shown is: kept with each entry, so that a step back can be told and undone. */
let index = indexOf(window.history.state);
/** A step through the history that was agreed to and has not arrived. */
let isLeaving = false;

/** Entries before this many are not remembered: nobody closes that many dialogs in a row. */
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
 * Closes what was opened over `url`: goes back to its history entry when only dialogs of that screen came after it, and puts it in
 * the place of the entry shown otherwise, as when the dialog was opened by its address. Whoever closes has agreed to leave what was typed.
 */
export function returnTo(url: string): void {
  if (isLeaving) return;
  guard = null;
  const steps = stepsBack(trailOf(window.history.state), url);
  if (steps > 0) window.history.go(-steps);
  else navigate(url, { replace: true });
}

/** Goes back to the entry before when it belongs to the same screen; to `url` otherwise. */
export function stepBack(url: string): void {
  const before = trailOf(window.history.state).slice(-1)[0];
  returnTo(before !== undefined && isOfScreen(before, screenOf(url)) ? before : url);
}

/** Has somebody asked before the page is left: by a link, by the browser's back button, or closed. Returns what ends that. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Leaves what is shown, when whoever has unsaved work there agrees. */
export function leave(goOn: () => void): void {
  const ask = guard ?? ((agreed: () => void) => agreed());
  ask(() => {
    guard = null;
    goOn();
  });
}

/** True while something typed would be lost by leaving. */
export function hasUnsavedWork(): boolean {
  return guard !== null;
}

function trailOf(state: unknown): string[] {
  return typeof state === 'object' && state !== null && 'trail' in state && Array.isArray(state.trail) ? state.trail : [];
}

function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number' ? state.index : 0;
}

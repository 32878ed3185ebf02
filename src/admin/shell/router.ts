import { atom } from 'nanostores';
import { type Place, placeOf } from './place.ts';

/** Where the staff app is now. The address bar is the truth; this follows it. */
export const $place = atom<Place>(placeOf(window.location));

function follow(): void {
  $place.set(placeOf(window.location));
}

window.addEventListener('popstate', follow);

/** Goes to a URL of the staff app without a page load. `replace` leaves no history entry; `state` is kept with the entry. */
export function navigate(url: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
  if (replace) window.history.replaceState(state, '', url);
  else window.history.pushState(state, '', url);
  follow();
}

export const LOGIN = '/admin/login';
/** Where the link of an invitation to the staff leads, signed in or not. */
export const JOIN = '/admin/join';
/** What concerns the own sign-in. */
export const ACCOUNT = '/admin/account';

/** Where the staff app is: the path without a closing slash, and the query string with its `?`. */
export interface AppLocation {
  path: string;
  search: string;
}

/** The place of a URL, `/admin/orders/` and `/admin/orders` being the same one. */
export function locationOf({ pathname, search }: { pathname: string; search: string }): AppLocation {
  return { path: pathname.replace(/\/+$/, '') || '/', search };
}

/** True for the navigation entry of the screen being shown. Everything begins with `/admin`, so that one must match exactly. */
export function isActive(path: string, entry: string): boolean {
  return path === entry || (entry !== '/admin' && path.startsWith(`${entry}/`));
}

/** The screen of a URL: `/admin/orders` of `/admin/orders/ORD-1042/edit?status=pending`. */
export function screenOf(url: string): string {
  return /^\/admin(?:\/[^/?]+)?/.exec(url)?.[0] ?? url;
}

/** True for the screen's own URL and those of its records and dialogs. */
export function isOfScreen(url: string, screen: string): boolean {
  return screenOf(url) === screen;
}

/** How many entries back a URL is when all since are of its screen; 0 when it is not there. `trail` holds the URLs before this one, newest last. */
export function stepsBack(trail: string[], url: string): number {
  for (let steps = 1; steps <= trail.length; steps++) {
    const before = trail[trail.length - steps] ?? '';
    if (before === url) return steps;
    if (!isOfScreen(before, screenOf(url))) return 0;
  }
  return 0;
}

/** Where a visitor sent to the login wanted to go, as kept in the history entry. Anything but a place inside the staff app is ignored. */
export function originFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return null;
  const { origin } = state;
  if (typeof origin !== 'string' || !/^\/admin(?:[/?]|$)/.test(origin)) return null;
  return origin.startsWith(LOGIN) ? null : origin;
}

/** A step of the guard: where to go instead, and the origin to come back to. */
export interface Redirect {
  url: string;
  state: { origin: string } | null;
}

/** Where someone at a place belongs instead; null when they may stay. `home` is where a login without an origin leads. */
export function redirectFrom(
  { path, search }: AppLocation,
  signedIn: boolean,
  historyState: unknown,
  home: string,
): Redirect | null {
  if (path === JOIN) return null;
  if (path === LOGIN) return signedIn ? { url: originFrom(historyState) ?? home, state: null } : null;
  return signedIn ? null : { url: LOGIN, state: { origin: path + search } };
}

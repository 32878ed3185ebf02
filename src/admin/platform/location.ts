export const LOGIN = '/admin/login';
/** Where an invitation to the staff leads, signed in or not. */
export const JOIN = '/admin/join';
/** Where a forgotten password is reported, and where the mailed link leads. */
export const FORGOT = '/admin/forgot-password';
export const RESET = '/admin/reset-password';
/** Signed in or not, these stay where they are. */
export const OPEN_PATHS: readonly string[] = [JOIN, FORGOT, RESET];
/** The signed-in member's own account. */
export const ACCOUNT = '/admin/account';

/** A location in the staff app: the path without a closing slash, and the query string with its `?`. */
export interface AppLocation {
  path: string;
  search: string;
}

/** The location of a URL. `/admin/orders/` is the same as `/admin/orders`. */
export function locationOf({ pathname, search }: { pathname: string; search: string }): AppLocation {
  return { path: pathname.replace(/\/+$/, '') || '/', search };
}

/** True for the navigation entry of the current screen. Every path begins with `/admin`, so that entry must match exactly. */
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

/** How many history entries back a URL is, when all since then belong to its screen; 0 otherwise. `trail` holds the earlier URLs, newest last. */
export function stepsBack(trail: string[], url: string): number {
  for (let steps = 1; steps <= trail.length; steps++) {
    const before = trail[trail.length - steps] ?? '';
    if (before === url) return steps;
    if (!isOfScreen(before, screenOf(url))) return 0;
  }
  return 0;
}

/** Where a visitor who was sent to the login wanted to go, from the state of the history entry. Anything outside the staff app is ignored. */
export function originFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return null;
  const { origin } = state;
  if (typeof origin !== 'string' || !/^\/admin(?:[/?]|$)/.test(origin)) return null;
  return origin.startsWith(LOGIN) ? null : origin;
}

/** Where the guard sends a visitor, and the origin to come back to. */
export interface Redirect {
  url: string;
  state: { origin: string } | null;
}

/** Where to send a visitor instead; null when they may stay. `home` is where a login without an origin leads. */
export function redirectFrom(
  { path, search }: AppLocation,
  signedIn: boolean,
  historyState: unknown,
  home: string,
): Redirect | null {
  if (OPEN_PATHS.includes(path)) return null;
  if (path === LOGIN) return signedIn ? { url: originFrom(historyState) ?? home, state: null } : null;
  return signedIn ? null : { url: LOGIN, state: { origin: path + search } };
}

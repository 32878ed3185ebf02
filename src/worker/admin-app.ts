import { isSlowConnection } from '#browser/slow-connection.ts';
import { scope } from './worker-scope.ts';

/** What of the back office is on the device: its one page, and the files that it mentions. Never an answer of the API. */
export const ADMIN_CACHE = 'admin-app-1';

/** The one page of the back office, under whatever address it is opened. */
const SHELL = '/admin';

/** Hosts vary answers by encoding, for which a device always sends the same headers. */
const MATCH = { cacheName: ADMIN_CACHE, ignoreVary: true };

/** Scripts, styles, fonts and WebAssembly in the page or a script: `/_astro/page.js`, `"_astro/page.js"`, `"./page.js"`. */
const MENTIONED = /(?:\/_astro\/|"_astro\/|["'`]\.\/)([\w.-]+\.(?:js|css|woff2|wasm))/g;

/** The page from the device at once, if it is there; what has changed is fetched meanwhile, for the next start. */
export async function openShell(renewed: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(SHELL, MATCH);
  if (!kept) return fetch(SHELL);
  renewed(renewShell().catch(ignoreOffline));
  return kept;
}

/** A file whose name changes with its content: the device's own, else the host's, kept from then on. */
export async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, MATCH)) ?? keepFile(request.url);
}

/** Fetches the page, and when it has changed whatever it needs; what neither it nor the one before needs goes. */
export async function renewShell(): Promise<void> {
  const answer = await fetch(SHELL, { cache: 'no-cache' });
  if (!answer.ok || answer.redirected) return;
  const before = await caches.match(SHELL, MATCH);
  const text = await answer.clone().text();
  if (before && text === (await before.clone().text())) return;
  const needed = await keepMentioned(text);
  const cache = await caches.open(ADMIN_CACHE);
  await cache.put(SHELL, answer);
  const still = new Set([...needed, ...(before ? await mentionedBy(await before.text()) : [])]);
  for (const { url } of await cache.keys()) {
    if (new URL(url).pathname !== SHELL && !still.has(url)) await cache.delete(url, { ignoreVary: true });
  }
}

/** Keeps the files that a text mentions and what those mention, unless the line is slow: then each when it is first used. */
async function keepMentioned(text: string): Promise<Set<string>> {
  const found = new Set(addressesIn(text));
  if (isSlowConnection()) return found;
  for (const url of found) {
    // A megabyte that most phones never need: kept when it is first used.
    if (url.endsWith('.wasm')) continue;
    const answer = (await caches.match(url, MATCH)) ?? (await keepFile(url));
    if (url.endsWith('.js')) for (const other of addressesIn(await answer.clone().text())) found.add(other);
  }
  return found;
}

/** What a page needs of what is kept. */
async function mentionedBy(text: string): Promise<Set<string>> {
  const found = new Set(addressesIn(text));
  for (const url of found) {
    const kept = url.endsWith('.js') ? await caches.match(url, MATCH) : undefined;
    if (kept) for (const other of addressesIn(await kept.text())) found.add(other);
  }
  return found;
}

function addressesIn(text: string): string[] {
  return [...text.matchAll(MENTIONED)].map(([, name]) => `${scope.location.origin}/_astro/${name}`);
}

async function keepFile(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (answer.ok && answer.type === 'basic' && !answer.redirected) await (await caches.open(ADMIN_CACHE)).put(url, answer.clone());
  return answer;
}

/** What is renewed ahead is renewed another time when the device is offline now. */
export function ignoreOffline(): void {}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { registerQuotaErrorCallback } from 'workbox-core/registerQuotaErrorCallback.js';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { CACHES, FILES_DATABASE } from './caches.ts';

/** About what a browser stores beside the bytes of a file: its address and headers. */
const HEADER_BYTES = 1_000;

interface KeptFile {
  url: string;
  cache: string;
  bytes: number;
  keptAt: number;
  usedAt: number;
}

interface Files extends DBSchema {
  files: { key: string; value: KeptFile; indexes: { cache: string } };
}

let opened: Promise<IDBPDatabase<Files>> | undefined;

function files(): Promise<IDBPDatabase<Files>> {
  opened ??= openDB<Files>(FILES_DATABASE, 1, {
    upgrade: (database) => database.createObjectStore('files', { keyPath: 'url' }).createIndex('cache', 'cache'),
  });
  return opened;
}

/** Keeps whole answers of our own origin, and no more bytes of them than their cache may take: the least recently used go first. */
export const withinBytes: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.type === 'basic' && !response.redirected ? response : null,
  cacheDidUpdate: async ({ cacheName, request: { url }, newResponse }) => {
    const file = {
      url,
      cache: cacheName,
      bytes: (await newResponse.blob()).size + HEADER_BYTES,
      keptAt: Date.now(),
      usedAt: Date.now(),
    };
    try {
      await (await files()).put('files', file);
    } catch {
      // No room even for its record, and without a record the file would never be deleted.
      await (await caches.open(cacheName)).delete(url, { ignoreVary: true });
      return halvePhotos();
    }
    await makeRoom(cacheName);
  },
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
    if (cachedResponse) await noteUse(request.url);
    return cachedResponse;
  },
};

/** When a file was kept, in milliseconds since 1970; 0 when it is not. */
export async function keptSince(url: string): Promise<number> {
  return (await (await files()).get('files', url))?.keptAt ?? 0;
}

/** The addresses in a cache, the most recently used first. */
export async function keptUrls(cache: string): Promise<string[]> {
  return (await byUse(cache)).reverse().map(({ url }) => url);
}

async function noteUse(url: string): Promise<void> {
  const store = (await files()).transaction('files', 'readwrite').store;
  const file = await store.get(url);
  if (file) await store.put({ ...file, usedAt: Date.now() });
}

async function byUse(cache: string): Promise<KeptFile[]> {
  const found = await (await files()).getAllFromIndex('files', 'cache', cache);
  return found.sort((one, other) => one.usedAt - other.usedAt);
}

let clearing: Promise<void> = Promise.resolve();

/** Deletes the least recently used files of a cache. Takes how many bytes may stay, from what is kept and what the cache may take. */
function makeRoom(cacheName: string, mayStay = (_kept: number, maxBytes: number) => maxBytes): Promise<void> {
  const clear = async () => {
    const { maxBytes = 0 } = Object.values(CACHES).find(({ name }) => name === cacheName) ?? {};
    const kept = await byUse(cacheName);
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    const most = mayStay(bytes, maxBytes);
    for (const file of kept) {
      if (bytes <= most) return;
      await forget(file);
      bytes -= file.bytes;
    }
  };
  // One after another, even if the last one failed: two at once would count the same bytes.
  clearing = clearing.then(clear, clear);
  return clearing;
}

/** Half of what is stored, not half of the budget: a full device may hold less than that. */
function halvePhotos(): Promise<void> {
  return makeRoom(CACHES.photos.name, (kept) => kept / 2);
}

async function forget({ url, cache }: KeptFile): Promise<void> {
  await (await caches.open(cache)).delete(url, { ignoreVary: true });
  await (await files()).delete('files', url);
}

// A device that is full gives less than 30 MB: photos go, so that pages and orders find room.
registerQuotaErrorCallback(halvePhotos);

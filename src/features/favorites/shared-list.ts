import { isProductId } from '#features/product-cards/product-snapshot.ts';

/** More would make a link that some apps cut. */
export const MAX_SHARED = 60;

/** An id is 12 bytes, which are 16 letters in a link. */
const LETTERS = 16;

const LIST = /^#list=/;

export interface SharedList {
  /** Each product once. */
  ids: string[];
  /** Whether something of the link cannot be read. */
  isDamaged: boolean;
}

/** The path of a list, newest favorites first as far as it has room. The list is behind the `#`, which no server sees. */
export function sharedListPath(ids: string[]): string {
  return `/favorites#list=${shareable(ids).map(pack).join('')}`;
}

/** What of a list can be shared: no drafts, and not more than fits. */
export function shareable(ids: string[]): string[] {
  return ids.filter(isProductId).slice(-MAX_SHARED).reverse();
}

/** The list in the fragment of an address; undefined when it holds none. */
export function parseSharedList(hash: string): SharedList | undefined {
  if (!LIST.test(hash)) return undefined;
  const text = hash.replace(LIST, '');
  const read = (text.match(/.{16}/gs) ?? []).slice(0, MAX_SHARED).map(unpack);
  const ids = [...new Set(read.filter((id) => id !== undefined))];
  return {
    ids,
    isDamaged: ids.length === 0 || read.includes(undefined) || text.length % LETTERS !== 0 || text.length > MAX_SHARED * LETTERS,
  };
}

function pack(id: string): string {
  const bytes = id.match(/../g) ?? [];
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function unpack(letters: string): string | undefined {
  if (!/^[\w-]{16}$/.test(letters)) return undefined;
  const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

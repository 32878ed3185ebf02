import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isStoredForVisit, readJson, removeKey, writeJson } from './storage.ts';

/** A browser's storage with so many characters of room. */
function storageOf(room: number): Storage {
  const kept: Record<string, string> = {};
  const used = () => Object.entries(kept).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    removeItem: (key: string) => Reflect.deleteProperty(kept, key),
    setItem: (key: string, text: string) => {
      const before = kept[key];
      kept[key] = text;
      if (used() <= room) return;
      if (before === undefined) delete kept[key];
      else kept[key] = before;
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  return new Proxy(methods as unknown as Storage, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: found });
}

function found(): PropertyDescriptor {
  return { enumerable: true, configurable: true };
}

/** The next page in the same tab: only the window's name and what is stored are still there. */
async function nextPage(): Promise<typeof import('./storage.ts')> {
  vi.resetModules();
  return import('./storage.ts');
}

describe('with storage forbidden', () => {
  beforeEach(() => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('window', Object.defineProperty({ name: '' }, 'localStorage', { get: forbidden }));
  });

  test('the cart and an unanswered order are carried to the next page', async () => {
    expect(writeJson('cart_v1', [1])).toBe(false);
    writeJson('checkout_attempt_v1', { key: 'k' });
    const next = await nextPage();
    expect(next.readJson('cart_v1')).toEqual([1]);
    expect(next.readJson('checkout_attempt_v1')).toEqual({ key: 'k' });
    expect(next.isStoredForVisit('cart_v1')).toBe(true);
    next.removeKey('checkout_attempt_v1');
    expect((await nextPage()).readJson('checkout_attempt_v1')).toBeUndefined();
  });

  test('personal data is remembered only until the page closes', async () => {
    writeJson('profile_v1', { name: 'Sana' });
    expect(readJson('profile_v1')).toEqual({ name: 'Sana' });
    expect(window.name).not.toContain('Sana');
    expect((await nextPage()).readJson('profile_v1')).toBeUndefined();
  });

  test('a foreign window.name is not read as a cart', () => {
    window.name = 'popup';
    expect(readJson('cart_v1')).toBeUndefined();
    expect(isStoredForVisit('cart_v1')).toBe(false);
  });
});

test('without any storage, as in some apps, the cart is carried along, too', async () => {
  vi.stubGlobal('window', { name: '', localStorage: null });
  writeJson('cart_v1', [1]);
  expect((await nextPage()).readJson('cart_v1')).toEqual([1]);
});

describe('with storage full', () => {
  const long = 'x'.repeat(60);

  test('data of earlier versions is removed, and the shopper’s data stays', () => {
    const localStorage = storageOf(150);
    vi.stubGlobal('window', { name: '', localStorage });
    localStorage.setItem('profile_v1', '{"name":"Sana"}');
    localStorage.setItem('catalog_cache', long);
    expect(writeJson('cart_v1', [long])).toBe(true);
    expect(localStorage.getItem('catalog_cache')).toBeNull();
    expect(readJson('profile_v1')).toEqual({ name: 'Sana' });
    expect(isStoredForVisit('cart_v1')).toBe(false);
  });

  test('if nothing can be removed, the newest cart is used instead of the stored one until it can be stored', async () => {
    const localStorage = storageOf(80);
    vi.stubGlobal('window', { name: '', localStorage });
    writeJson('cart_v1', []);
    localStorage.setItem('profile_v1', long);
    expect(writeJson('cart_v1', [long])).toBe(false);
    const next = await nextPage();
    expect(next.readJson('cart_v1')).toEqual([long]);
    removeKey('profile_v1');
    expect(next.writeJson('cart_v1', [long])).toBe(true);
    expect((await nextPage()).isStoredForVisit('cart_v1')).toBe(false);
  });
});

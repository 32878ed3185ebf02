import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';

const ring: ProductSnapshot = {
  id: 'a'.repeat(24),
  name: 'Halo Ring',
  category: 'rings',
  image: '/ring.webp',
  price: 1499,
  stockQuantity: 5,
};
const bangle = { ...ring, id: 'b'.repeat(24), name: 'Bangle' };
const studs = { ...ring, id: 'c'.repeat(24), name: 'Studs' };

const ringLine = { product: ring, quantity: 3 };
const bangleLine = { product: bangle, quantity: 1 };
const soldOut = { product: { ...studs, stockQuantity: 0 }, quantity: 1 };
const quotedRing = { productId: ring.id, name: ring.name, image: ring.image, price: ring.price, available: 5, quantity: 3 };

/** A browser whose tabs hear of each other's writes only by `deliver`. */
function browser(stored: Partial<Storage> | null) {
  return Object.assign(new EventTarget(), { name: '', localStorage: stored });
}

function emptyStorage(): Partial<Storage> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
}

/** The shop in one more tab, which shows its cart. */
async function openTab() {
  vi.resetModules();
  const store = await import('./cart-store.ts');
  const tab = { ...store, ...(await import('./edit-cart.ts')), ...(await import('./current-prices.ts')) };
  const shown = () => tab.$cartLines.get().map(({ product, quantity }) => [product.name, quantity]);
  tab.$cartLines.listen(() => undefined);
  return { ...tab, shown };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

const CHANGES: [what: string, change: (tab: Tab) => void][] = [
  ['adds one', (tab) => tab.addToCart({ ...ring, id: 'd'.repeat(24) }, {})],
  ['sets a quantity', (tab) => tab.setLineQuantity(ringLine, 2)],
  ['removes one', (tab) => tab.removeLine(ringLine)],
  ['removes what is sold out', (tab) => tab.removeUnavailable()],
  ['lowers one to the pieces left', (tab) => tab.limitProduct(ring.id, 1)],
  ['has ordered one', (tab) => tab.removeOrdered([ringLine])],
  ['learns a name', (tab) => tab.applyServerQuote({ items: [{ ...quotedRing, name: 'Halo' }] })],
];

function storedCart(): string {
  return window.localStorage.getItem('cart_v1') ?? '';
}

function deliver(newValue: string): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart_v1', newValue }));
}

afterEach(() => vi.useRealTimers());

describe('two tabs', () => {
  beforeEach(() => vi.stubGlobal('window', browser(emptyStorage())));

  test.each(CHANGES)('a line that another tab just added is kept when this one %s', async (_, change) => {
    const here = await openTab();
    here.changeCart(() => [ringLine, soldOut]);
    (await openTab()).addToCart(bangle, {});
    change(here);
    expect(here.shown()).toContainEqual(['Bangle', 1]);
    expect((await openTab()).shown()).toEqual(here.shown());
  });

  test.each(CHANGES)('a line that another tab just ordered does not return when this one %s', async (_, change) => {
    const here = await openTab();
    here.changeCart(() => [ringLine, soldOut, bangleLine]);
    (await openTab()).removeOrdered([bangleLine]);
    change(here);
    expect(here.shown()).not.toContainEqual(['Bangle', 1]);
    expect((await openTab()).shown()).toEqual(here.shown());
  });

  test('what was just ordered does not return when another tab, which has not heard of it, writes the cart as it was', async () => {
    vi.useFakeTimers();
    const here = await openTab();
    here.changeCart(() => [{ ...ringLine, quantity: 4 }, soldOut, bangleLine]);
    const before = storedCart();
    here.removeOrdered([ringLine, bangleLine]);

    window.localStorage.setItem('cart_v1', before);
    deliver(before);
    const left = [
      ['Halo Ring', 1],
      ['Studs', 1],
    ];
    expect(here.shown()).toEqual(left);
    expect((await openTab()).shown()).toEqual(left);

    vi.runAllTimers();
    (await openTab()).addToCart(bangle, {});
    deliver(storedCart());
    expect(here.shown()).toContainEqual(['Bangle', 1]);
  });

  test('pieces that another tab just added count against the stock', async () => {
    const here = await openTab();
    (await openTab()).addToCart(ring, {}, 4);
    expect(here.addToCart(ring, {}, 4)).toBe(1);
    expect(here.shown()).toEqual([['Halo Ring', 5]]);
  });

  test('the news of another tab’s line comes after this one added to it: both stay on screen', async () => {
    const here = await openTab();
    (await openTab()).addToCart(ring, {});
    const news = storedCart();
    here.addToCart(bangle, {});
    deliver(news);
    expect(here.shown()).toEqual([
      ['Halo Ring', 1],
      ['Bangle', 1],
    ]);
  });
});

test('without any storage a tab has its own cart, which is changed as ever', async () => {
  vi.stubGlobal('window', browser(null));
  const tab = await openTab();
  tab.addToCart(ring, {}, 2);
  tab.addToCart(bangle, {});
  tab.removeOrdered(tab.$cartLines.get().slice(0, 1));
  expect(tab.shown()).toEqual([['Bangle', 1]]);
  expect((await openTab()).shown()).toEqual([['Bangle', 1]]);
});

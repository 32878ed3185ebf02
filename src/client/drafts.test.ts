import { afterEach, expect, test, vi } from 'vitest';
import { categoryDrafts, productDrafts } from './drafts.ts';

function kept(entries: Record<string, unknown>) {
  const localStorage = { getItem: (key: string) => (key in entries ? JSON.stringify(entries[key]) : null) };
  vi.stubGlobal('window', { localStorage });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a draft is filled up to a product that shows, with nothing invented', () => {
  kept({ products_v1: [{ id: 'c_1', name: 'Moonstone Ring', price: 990, rating: 5 }] });
  expect(productDrafts()).toMatchObject([
    { id: 'c_1', name: 'Moonstone Ring', price: 990, category: 'uncategorized', rating: 0, inStock: true, images: [] },
  ]);
});

test('what is no draft, or unreadable, is left out', () => {
  kept({ products_v1: [null, 'x', { id: 'a'.repeat(24), name: 'Sold by the shop' }, { id: 'c_2', price: 'free' }] });
  expect(productDrafts()).toMatchObject([{ id: 'c_2', name: 'Unnamed Product', price: 0 }]);
  kept({ products_v1: { broken: true } });
  expect(productDrafts()).toEqual([]);
});

test('drafts of categories show under their slug', () => {
  kept({ categories_v1: [{ id: 'c_9', name: 'Anklets', slug: 'anklets' }] });
  expect(categoryDrafts()).toEqual([{ id: 'c_9', name: 'Anklets', slug: 'anklets', image: null, count: 0 }]);
});

import { expect, test, vi } from 'vitest';
import { newProduct } from '#domain/products/edit.ts';
import { categoryDrafts, dropDraft, keepCategoryDraft, keepProductDraft, productDrafts } from './product-drafts.ts';

function kept(entries: Record<string, unknown>) {
  const texts = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  };
  vi.stubGlobal('window', { localStorage });
}

test('a draft becomes a complete product without invented data', () => {
  kept({ products_v1: [{ id: 'c_1', name: 'Moonstone Ring', price: 990, rating: 5 }] });
  expect(productDrafts()).toMatchObject([
    { id: 'c_1', name: 'Moonstone Ring', price: 990, category: 'uncategorized', rating: 0, inStock: true, images: [] },
  ]);
});

test('unreadable entries are left out', () => {
  kept({ products_v1: [null, 'x', { id: 'a'.repeat(24), name: 'Sold by the shop' }, { id: 'c_2', price: 'free' }] });
  expect(productDrafts()).toMatchObject([{ id: 'c_2', name: 'Unnamed Product', price: 0 }]);
  kept({ products_v1: { broken: true } });
  expect(productDrafts()).toEqual([]);
});

test('category drafts show under their slug', () => {
  kept({ categories_v1: [{ id: 'c_9', name: 'Anklets', slug: 'anklets' }] });
  expect(categoryDrafts()).toEqual([
    { id: 'c_9', name: 'Anklets', slug: 'anklets', image: null, description: '', count: 0, noReturnReason: '' },
  ]);
});

test('a stored draft is read back as typed, can be replaced, and is removed on its own', () => {
  kept({});
  const fields = newProduct.parse({
    name: 'Sapphire Cuff',
    price: 2450.5,
    category: 'bracelets',
    images: ['/a.webp'],
    inStock: false,
  });
  const id = keepProductDraft(fields) ?? '';
  const other = keepProductDraft({ ...fields, name: 'Opal Cuff' });
  expect(id).toMatch(/^c_[0-9a-f]{24}$/);
  expect(productDrafts()[1]).toMatchObject({ id, name: 'Sapphire Cuff', price: 2450.5, isAvailable: false, stockQuantity: 10 });

  const { createdAt } = productDrafts()[1] ?? {};
  keepProductDraft({ ...fields, name: 'Sapphire Bangle' }, id);
  expect(productDrafts().map(({ name }) => name)).toEqual(['Opal Cuff', 'Sapphire Bangle']);
  expect(productDrafts()[1]).toMatchObject({ id, createdAt });
  dropDraft('products_v1', id);
  expect(productDrafts().map((draft) => draft.id)).toEqual([other]);
});

test('without storage a draft reports that it was not stored', () => {
  vi.stubGlobal('window', {
    localStorage: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
    },
  });
  expect(keepCategoryDraft({ name: 'Anklets', slug: 'anklets', image: null, description: '', noReturnReason: '' })).toBeNull();
});

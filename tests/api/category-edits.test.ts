import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

interface Category {
  id: string;
  slug: string;
  order: number;
  updatedAt: string;
}

const add = (body: unknown) => staff('POST', '/api/categories', body);
const edit = (id: string, body: unknown) => staff('PUT', `/api/categories/${id}`, body);
const bySlug = async (slug: string): Promise<Category> => (await staff('GET', `/api/categories/slug/${slug}`)).json.data;
const slugs = async (bearer?: string): Promise<string[]> =>
  (await shop.call('GET', '/api/categories', bearer ? { token: bearer } : {})).json.data.map(({ slug }: Category) => slug);

describe('a new category', () => {
  test('gets a slug from its name, the last position, and is active', async () => {
    const { status, json } = await add({ name: ' Nose  Pins & Naths! ', image: '/media/nath.webp', count: 12 });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      name: 'Nose  Pins & Naths!',
      slug: 'nose-pins-naths',
      image: '/media/nath.webp',
      count: 0,
      isActive: true,
    });
    expect((await slugs()).at(-1)).toBe('nose-pins-naths');
  });

  test('keeps a slug it is given, normalised', async () => {
    expect((await add({ name: 'Maang Tikka', slug: ' Tikka Sets ', image: '' })).json.data).toMatchObject({
      slug: 'tikka-sets',
      image: null,
    });
  });

  test('has a sentence, in one line and of at most 200 characters, which an edit may take away', async () => {
    const { id, description } = (await add({ name: 'Jhoomar', description: ' For the side parting. ' })).json.data;
    expect(description).toBe('For the side parting.');
    expect((await shop.call('GET', '/api/categories/slug/jhoomar')).json.data.description).toBe(description);
    expect((await edit(id, { name: 'Jhoomars' })).json.data.description).toBe(description);
    expect((await edit(id, { description: '' })).json.data.description).toBe('');
    expect((await add({ name: 'Long', description: 'x'.repeat(201) })).json.errors[0].path).toBe('description');
  });

  test('needs a name', async () => {
    for (const body of [{ slug: 'x' }, { name: '  ' }]) {
      const { status, json } = await add(body);
      expect([status, json.message, json.errors[0].path]).toEqual([422, 'Name is required', 'name']);
    }
  });

  test('needs a slug if its name yields none', async () => {
    expect((await add({ name: 'انگوٹھی' })).json.errors[0].path).toBe('slug');
    expect((await add({ name: 'انگوٹھی', slug: 'anguthi' })).status).toBe(201);
  });

  test('cannot have another’s slug', async () => {
    const { status, json } = await add({ name: 'Rings' });
    expect([status, json.code]).toEqual([409, 'slug_taken']);
  });
});

describe('editing a category', () => {
  test('changes what was sent and nothing else', async () => {
    const watches = await bySlug('watches');
    const { json } = await edit(watches.id, { name: 'Wrist Watches', slug: '' });
    expect(json.data).toEqual({ ...watches, name: 'Wrist Watches', updatedAt: expect.any(String) });
    expect((await edit(watches.id, { image: null })).json.data).toMatchObject({ name: 'Wrist Watches', image: null });
  });

  test('with a new slug moves its products with it', async () => {
    const before = (await staff('GET', '/api/products/category/pendant')).json.pagination.totalItems;
    const { id } = await bySlug('pendant');
    const { json } = await edit(id, { slug: 'Pendants' });
    expect(json.data).toMatchObject({ slug: 'pendants', count: before });
    expect((await staff('GET', '/api/products/category/pendants')).json.pagination.totalItems).toBe(before);
    expect((await staff('GET', '/api/products/category/pendant')).json.pagination.totalItems).toBe(before);
  });

  test('cannot take another’s slug, but may name its own', async () => {
    const { id } = await bySlug('sets');
    expect((await edit(id, { slug: 'rings' })).json.code).toBe('slug_taken');
    expect((await edit(id, { slug: 'sets', name: 'Sets' })).status).toBe(200);
  });

  test('refuses to overwrite a colleague’s newer change', async () => {
    const { id, updatedAt } = await bySlug('cosmetics');
    expect((await edit(id, { name: 'First', updatedAt })).status).toBe(200);
    const { status, json } = await edit(id, { name: 'Second', updatedAt });
    expect([status, json.code]).toEqual([409, 'edited_meanwhile']);
  });

  test('needs an existing category and at least one field', async () => {
    const { id } = await bySlug('sets');
    expect((await edit('f'.repeat(24), { name: 'x' })).json.message).toBe('Category not found');
    for (const body of [{}, { count: 3 }, { slug: '' }]) expect((await edit(id, body)).status).toBe(422);
  });
});

describe('hiding a category', () => {
  test('hides it from everyone but staff until it is shown again', async () => {
    const { id } = await bySlug('bridal');
    expect((await staff('PUT', `/api/categories/${id}/toggle-status`)).json.data.isActive).toBe(false);
    expect(await slugs()).not.toContain('bridal');
    expect((await shop.call('GET', '/api/categories/slug/bridal')).status).toBe(404);
    expect((await shop.call('GET', `/api/categories/${id}`)).status).toBe(404);

    expect(await slugs(shop.token)).toContain('bridal');
    expect((await staff('GET', `/api/categories/${id}`)).json.data).toMatchObject({ slug: 'bridal', isActive: false });
    expect(await slugs('a.dead.token')).not.toContain('bridal');

    expect((await staff('PUT', `/api/categories/${id}/toggle-status`)).json.data.isActive).toBe(true);
    expect(await slugs()).toContain('bridal');
  });

  test('that does not exist is a 404', async () => {
    expect((await staff('PUT', `/api/categories/${'f'.repeat(24)}/toggle-status`)).status).toBe(404);
  });

  test('is never cached in the answers that staff get', async () => {
    const { headers } = await staff('GET', '/api/categories');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('netlify-cdn-cache-control')).toBeNull();
    expect((await shop.call('GET', '/api/categories')).headers.get('vary')).toBe('Authorization');
  });
});

describe('sorting categories', () => {
  test('gives each its position and answers with all of them', async () => {
    const all: Category[] = (await staff('GET', '/api/categories')).json.data;
    const places = all.toReversed().map(({ id }, order) => ({ id, order }));
    const { json } = await staff('PUT', '/api/categories/order/update', { categories: places });
    expect(json.data.map(({ slug }: Category) => slug)).toEqual(all.toReversed().map(({ slug }) => slug));
    expect(await slugs()).toEqual(all.toReversed().map(({ slug }) => slug));
  });

  test('changes nothing when one of them does not exist', async () => {
    const before = await slugs();
    const [first, second] = (await staff('GET', '/api/categories')).json.data;
    const categories = [
      { id: first.id, order: second.order },
      { id: second.id, order: first.order },
      { id: 'f'.repeat(24), order: 3 },
    ];
    expect((await staff('PUT', '/api/categories/order/update', { categories })).status).toBe(404);
    expect(await slugs()).toEqual(before);
  });

  test('refuses a category named twice', async () => {
    const { id } = await bySlug('rings');
    const categories = [
      { id, order: 1 },
      { id, order: 2 },
    ];
    expect((await staff('PUT', '/api/categories/order/update', { categories })).json.errors[0].path).toBe('categories');
  });
});

describe('deleting a category', () => {
  test('that still has products is refused with their number', async () => {
    const { id } = await bySlug('rings');
    const { status, json } = await staff('DELETE', `/api/categories/${id}`);
    expect([status, json.code]).toEqual([409, 'category_in_use']);
    expect(json.details.count).toBeGreaterThan(0);
  });

  test('that has only archived products works, and their rows stay', async () => {
    const { id, slug } = (await add({ name: 'Toe Rings' })).json.data;
    const ring = (await staff('POST', '/api/products', { name: 'Bichwa', price: 300, category: slug, images: ['/media/a.webp'] }))
      .json.data;
    expect((await staff('DELETE', `/api/categories/${id}`)).status).toBe(409);
    await staff('DELETE', `/api/products/${ring.id}`);
    expect((await staff('DELETE', `/api/categories/${id}`)).json.data.slug).toBe('toe-rings');
    expect((await staff('DELETE', `/api/categories/${id}`)).status).toBe(404);
    expect(await shop.rows(`select name, category from products where id = '${ring.id}'`)).toEqual([
      { name: 'Bichwa', category: null },
    ]);
  });
});

describe('a category whose slug changes', () => {
  const renamed = async (name: string) => {
    const { id, slug } = (await add({ name })).json.data;
    const product = (
      await staff('POST', '/api/products', { name, price: 1000, category: slug, images: ['/media/a.webp'], stockQuantity: 9 })
    ).json.data;
    return { id, slug, product, rename: (to: string) => edit(id, { slug: to }) };
  };
  const off = async (productId: string, code: string) =>
    (await shop.call('POST', '/api/cart/quote', { body: { items: [{ productId, quantity: 1 }], code } })).json.data;

  test('keeps what codes are for, and a code that is for it can be paused and edited', async () => {
    const { slug, product, rename } = await renamed('Passa');
    const terms = { code: 'PASSA10', kind: 'percent', value: 10, categories: [slug] };
    const { id, updatedAt } = (await staff('POST', '/api/discount-codes', terms)).json.data;
    expect((await off(product.id, 'PASSA10')).discount).toBe(100);
    await rename('passa-and-jhoomar');
    expect((await off(product.id, 'PASSA10')).discount).toBe(100);
    const [listed] = (await staff('GET', '/api/discount-codes')).json.data.filter(({ code }: any) => code === 'PASSA10');
    expect(listed.categories).toEqual(['passa-and-jhoomar']);
    // A screen that was open before still names the old one.
    const paused = await staff('PUT', `/api/discount-codes/${id}`, { ...terms, isPaused: true, updatedAt });
    expect([paused.status, paused.json.data.categories]).toEqual([200, ['passa-and-jhoomar']]);
  });

  test('leaves a code of a deleted category as it is, to be paused', async () => {
    const { json } = await add({ name: 'Kamarband' });
    const terms = { code: 'KAMAR10', kind: 'percent', value: 10, categories: [json.data.slug] };
    const { id, updatedAt } = (await staff('POST', '/api/discount-codes', terms)).json.data;
    await staff('DELETE', `/api/categories/${json.data.id}`);
    expect((await staff('PUT', `/api/discount-codes/${id}`, { ...terms, isPaused: true, updatedAt })).status).toBe(200);
  });

  test('is found and filtered by the old one, until another category has it', async () => {
    const { id, slug, product, rename } = await renamed('Hath Phool');
    await rename('panja');
    await rename('hath-panja');
    const found = async (path: string) => (await staff('GET', path)).json.data.map((item: any) => item.id);
    for (const old of [slug, 'panja', 'hath-panja']) {
      expect(await bySlug(old)).toMatchObject({ id, slug: 'hath-panja', oldSlugs: [slug, 'panja'] });
      expect(await found(`/api/products/category/${old}`)).toEqual([product.id]);
      expect(await found(`/api/products?category=${old}&sortBy=price`)).toEqual([product.id]);
      expect(await found(`/api/products?category=${old}&search=phool`)).toEqual([product.id]);
      expect(await found(`/api/products/stock?category=${old}`)).toEqual([product.id]);
    }
    const other = (await add({ name: 'Panja' })).json.data;
    expect((await bySlug('panja')).id).toBe(other.id);
    expect(await bySlug(slug)).toMatchObject({ id, oldSlugs: [slug] });
    await rename(slug);
    expect(await bySlug('hath-panja')).toMatchObject({ id, slug, oldSlugs: ['hath-panja'] });
  });
});

test('a visitor may do none of this', async () => {
  const { id } = await bySlug('rings');
  for (const [method, path, body] of [
    ['POST', '/api/categories', { name: 'x' }],
    ['PUT', `/api/categories/${id}`, { name: 'x' }],
    ['PUT', `/api/categories/${id}/toggle-status`, undefined],
    ['PUT', '/api/categories/order/update', { categories: [{ id, order: 1 }] }],
    ['DELETE', `/api/categories/${id}`, undefined],
  ] as const) {
    expect((await shop.call(method, path, body ? { body } : {})).status, `${method} ${path}`).toBe(401);
  }
});

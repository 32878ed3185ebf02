import { describe, expect, test } from 'vitest';
import { PENDANT, RING, SOLD_OUT } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

const get = (path: string) => shop.call('GET', path);
const namesOf = async (path: string): Promise<string[]> => (await get(path)).json.data.map(({ name }: { name: string }) => name);

describe('a product', () => {
  test('has its id as `id` and `_id`, numbers as numbers and times in UTC', async () => {
    const { status, json } = await get(`/api/products/${RING.id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      data: { id: RING.id, _id: RING.id, name: RING.name, price: RING.price, inStock: true },
    });
    expect(json.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(json.data)).not.toContain('archivedAt');
  });

  test.each(['zzz', 'f'.repeat(24), '%00', "' or 1=1 --"])('that does not exist is a 404: %s', async (id) => {
    const { status, json } = await get(`/api/products/${encodeURIComponent(id)}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(json.success).toBe(false);
  });

  test('is gone from every list and address once archived', async () => {
    const archived = PENDANT.id;
    await shop.rows(`update products set archived_at = now() where id = '${archived}'`);
    expect((await get(`/api/products/${archived}`)).json).toMatchObject({
      message: 'Product not found',
      code: 'product_not_found',
    });
    for (const path of [
      '/api/products',
      '/api/products/search?q=ruby',
      '/api/products/category/pendant',
      '/api/products/bestsellers',
    ]) {
      expect((await get(path)).json.data.map(({ id }: { id: string }) => id)).not.toContain(archived);
    }
    await shop.rows(`update products set archived_at = null where id = '${archived}'`);
  });

  test('is out of stock once its last piece is sold', async () => {
    const { json } = await get(`/api/products/${SOLD_OUT.id}`);
    expect(json.data).toMatchObject({ inStock: false, stockQuantity: 0 });
  });
});

describe('the product list', () => {
  test('is the whole catalogue without any parameter', async () => {
    const { json } = await get('/api/products');
    expect(json.data).toHaveLength(35);
    expect(json.pagination).toEqual({ page: 1, limit: 1000, totalPages: 1, totalItems: 35 });
  });

  test('has pages that neither overlap nor leave anything out', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => namesOf(`/api/products?page=${page}&limit=12&sortBy=name`)));
    expect(pages.map((page) => page.length)).toEqual([12, 12, 11]);
    expect(new Set(pages.flat()).size).toBe(35);
  });

  test('is empty past its end, and still tells the total', async () => {
    const { status, json } = await get('/api/products?page=9&limit=20');
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: [], pagination: { page: 9, totalPages: 2, totalItems: 35 } });
  });

  test('sorts by price in both directions', async () => {
    const prices = async (order: string) =>
      (await get(`/api/products?sortBy=price&sortOrder=${order}&limit=100`)).json.data.map((p: { price: number }) => p.price);
    const rising = await prices('asc');
    expect(rising).toEqual(rising.toSorted((a: number, b: number) => a - b));
    expect((await prices('desc'))[0]).toBe(24_500);
  });

  test('filters by category, stock, featured and new', async () => {
    const { json } = await get('/api/products?category=rings&inStock=true');
    expect(json.data.length).toBeGreaterThan(0);
    expect(json.data.every((p: { category: string; inStock: boolean }) => p.category === 'rings' && p.inStock)).toBe(true);
    expect((await get('/api/products?featured=true')).json.data.every((p: { isFeatured: boolean }) => p.isFeatured)).toBe(true);
    expect((await get('/api/products?isNew=true')).json.data.every((p: { isNew: boolean }) => p.isNew)).toBe(true);
  });

  test.each(['page=0', 'page=x', 'limit=101', 'limit=-1', 'sortBy=password', 'sortOrder=up', 'inStock=maybe'])(
    'refuses %s',
    async (query) => {
      const { status, json } = await get(`/api/products?${query}`);
      expect(status).toBe(422);
      expect(json.errors[0].path).toBe(query.split('=')[0]);
    },
  );

  test('ignores parameters it does not know', async () => {
    expect((await get('/api/products?utm_source=whatsapp')).json.data).toHaveLength(35);
  });
});

describe('search', () => {
  test('finds products in which every word typed begins a word', async () => {
    const found = await namesOf('/api/products/search?q=RO%20halo');
    expect(found).toContain(RING.name);
    expect(await namesOf('/api/products/search?q=zebra')).toEqual([]);
    expect(await namesOf('/api/products/search?q=zebra%20halo%20ring')).toEqual([RING.name]);
  });

  test('finds codes and sizes in a name, whatever punctuation is typed between them', async () => {
    const name = "Bride's Choker JW-4876, 18k-22k, size 2.4";
    await shop.rows(`insert into products (id, name, price, images, category, description)
      select 'aaaaaaaaaaaaaaaaaaaaaaaa', '${name.replace("'", "''")}', 100, images, category, 'x' from products where id = '${RING.id}'`);
    // A size that stands alone asks for bangles, in quotation marks for the text.
    for (const typed of ['4876', 'JW-4876', 'jw 48', '22k', '18K/22K', '"2.4"', "bride's", name]) {
      expect(await namesOf(`/api/products/search?q=${encodeURIComponent(typed)}`), typed).toContain(name);
    }
    await shop.rows("update products set archived_at = now() where id = 'aaaaaaaaaaaaaaaaaaaaaaaa'");
  });

  test('ranks a match in the name above one in the description', async () => {
    const [first] = await namesOf('/api/products/search?q=jhumka');
    expect(first).toBe('Gold Jhumka Earrings');
  });

  test.each(['', '%25', "'", '&|!():*', '🤷', 'a'.repeat(200)])('answers anything typed without failing: %s', async (typed) => {
    const { status } = await get(`/api/products/search?q=${encodeURIComponent(typed)}`);
    expect(status).toBe(200);
  });
});

describe('bestsellers', () => {
  test('are sorted by pieces sold in the last 90 days, without cancelled orders', async () => {
    await shop.rows(`insert into orders (customer_name, customer_email, customer_phone, customer_address, subtotal, shipping, total_amount, status)
      values ('A', 'a@example.com', '+923001234567', 'x', 1, 0, 1, 'delivered'), ('B', 'b@example.com', '+923001234567', 'x', 1, 0, 1, 'cancelled')`);
    await shop.rows(`insert into order_items (order_id, position, product_id, variant_id, product_name, quantity, price)
      select o.id, 0, v.product_id, v.id, 'x', case when customer_name = 'A' then 5 else 50 end, 1
        from orders o join product_variants v on v.product_id = case when customer_name = 'A' then '${PENDANT.id}' else '${RING.id}' end and v.archived_at is null`);
    expect((await namesOf('/api/products/bestsellers'))[0]).toBe(PENDANT.name);
    expect((await namesOf('/api/products?sortBy=sold&limit=1'))[0]).toBe(PENDANT.name);
    expect((await namesOf('/api/products?search=pendant&sortBy=sold'))[0]).toBe(PENDANT.name);
    expect((await namesOf('/api/products?search=pendant&sortBy=sold&sortOrder=asc')).at(-1)).toBe(PENDANT.name);
  });
});

describe('categories', () => {
  test('come in the order set by staff, each with its number of products', async () => {
    const { json } = await get('/api/categories');
    expect(json.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'earrings',
      'sets',
      'necklaces',
      'rings',
      'bracelets',
      'watches',
      'pendant',
      'bridal',
      'cosmetics',
    ]);
    expect(json.data[0]).toMatchObject({ count: 6, isActive: true });
  });

  test('that are inactive are hidden', async () => {
    await shop.rows(`update categories set is_active = false where slug = 'watches'`);
    expect((await get('/api/categories')).json.data).toHaveLength(8);
    expect((await get('/api/categories/slug/watches')).json).toMatchObject({
      message: 'Category not found',
      code: 'category_not_found',
    });
    await shop.rows(`update categories set is_active = true where slug = 'watches'`);
  });

  test('are found by slug and by id', async () => {
    const { json } = await get('/api/categories/slug/rings');
    expect((await get(`/api/categories/${json.data.id}`)).json.data).toEqual(json.data);
  });
});

describe('every answer', () => {
  test('carries a request id, and the public catalogue says how long the CDN may keep it', async () => {
    const { headers } = await get('/api/products/featured');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('netlify-cdn-cache-control')).toContain('stale-while-revalidate');
    expect(headers.get('netlify-cache-tag')).toBe('products');
  });

  test('to an unsupported method lists the supported ones', async () => {
    const { status, headers, json } = await shop.call('PATCH', '/api/products');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, POST');
    expect(json.code).toBe('method_not_allowed');
  });

  test('reports the health of the database and the other services', async () => {
    const { json } = await get('/api/health');
    expect(json.data).toMatchObject({ database: 'up', auth: 'up', storage: 'up' });
  });

  test('says in one word how the shop is: degraded by a part that is down', async () => {
    await shop.rows(`select public.record_housekeeping()`);
    expect((await get('/api/health')).json.data).toMatchObject({ status: 'ok', pages: 'up', mailsWaiting: expect.any(Number) });
    await shop.rows(`insert into public.site_builds (status, started_at, finished_at)
                     select 'failed', now(), now() + n * interval '1 second' from generate_series(1, 2) n`);
    expect((await get('/api/health')).json.data).toMatchObject({ status: 'degraded', pages: 'down' });
    await shop.rows(`delete from public.site_builds where status = 'failed'`);
  });

  test('knows when the schedule last ran', async () => {
    const schedule = async () => {
      const { schedule: state, housekeepingAt } = (await get('/api/health')).json.data;
      return [state, housekeepingAt];
    };
    await shop.rows(`delete from shop.job_runs`);
    expect(await schedule()).toEqual(['down', null]);
    await shop.rows(`insert into shop.job_runs values ('housekeeping', now() - interval '16 minutes')`);
    expect(await schedule()).toEqual(['down', expect.stringMatching(/Z$/)]);
    await shop.rows(`select public.record_housekeeping()`);
    expect(await schedule()).toEqual(['up', expect.stringMatching(/Z$/)]);
  });

  test('knows when mails fail: all of them, for a quarter of an hour', async () => {
    const { mailSettings } = await import('#server/mail/mail-settings.ts');
    const before = { ...mailSettings };
    const mail = async () => (await get('/api/health')).json.data.mail;
    const put = (columns: string, values: string) =>
      shop.rows(
        `insert into public.mail_outbox (kind, recipient, payload, created_at, ${columns}) values ('contact_message', 'a@shop.test', '{}', ${values})`,
      );
    await shop.rows(`delete from public.mail_outbox`);
    Object.assign(mailSettings, { RESEND_API_KEY: undefined, MAIL_FOLDER: undefined });
    expect(await mail()).toBe('off');
    Object.assign(mailSettings, { RESEND_API_KEY: 're_test' });
    expect(await mail()).toBe('up');
    await put('attempts, last_error', `now() - interval '14 minutes', 2, 'refused'`);
    expect(await mail()).toBe('up');
    await put('attempts, last_error', `now() - interval '16 minutes', 3, 'refused'`);
    expect(await mail()).toBe('down');
    // One bad address is no failing service.
    await put('sent_at', `now() - interval '10 minutes', now() - interval '9 minutes'`);
    expect(await mail()).toBe('up');
    Object.assign(mailSettings, before);
    await shop.rows(`delete from public.mail_outbox`);
  });
});

test('the pages are built of all products, also when Supabase gives them in more than one page of rows', async () => {
  process.env.SHOP_READ_AT = new Date().toISOString();
  const { allProducts } = await import('#server/catalog/build-catalog.ts');
  await shop.rows(
    `insert into public.products (name, price, category, images) select 'Kara ' || n, 500, 'rings', '{/media/a.webp}' from generate_series(1, 1100) n`,
  );
  const names = (await allProducts()).map(({ name }) => name).filter((name) => name.startsWith('Kara '));
  expect(new Set(names).size).toBe(1_100);
});

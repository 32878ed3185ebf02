import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { PENDANT, RING } from '#tests/setup/products.ts';

let shop: EmbeddedShop;
beforeAll(async () => {
  shop = await startEmbeddedShop();
  await shop.rows(`update products set archived_at = now() where id = '${PENDANT.id}'`);
  await shop.rows(`update reviews set is_published = false where product_id = '${RING.id}'`);
  await shop.rows(`insert into newsletter_subscribers (email) values ('someone@example.com')`);
});
afterAll(() => shop.stop());

/** Asks the database's own API with the key that is in nobody's keeping. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, shop.supabase.url), {
    ...init,
    headers: { apikey: shop.supabase.publishableKey, 'Content-Type': 'application/json', ...init.headers },
  });

const PUBLIC = ['categories', 'products', 'reviews', 'categories_with_counts', 'shop_settings'];

async function exposed(): Promise<string[]> {
  const rows = await shop.rows(`select table_name from information_schema.tables where table_schema = 'public'`);
  return rows.map(({ table_name }) => table_name);
}

describe('the publishable key', () => {
  test('reads the catalogue that is on sale', async () => {
    for (const table of PUBLIC) expect(await (await ask(`/rest/v1/${table}?select=*`)).json()).not.toEqual([]);
    expect(await (await ask(`/rest/v1/products?id=eq.${PENDANT.id}`)).json()).toEqual([]);
    expect(await (await ask(`/rest/v1/reviews?product_id=eq.${RING.id}`)).json()).toEqual([]);
  });

  test('reads no other table', async () => {
    const tables = (await exposed()).filter((name) => !PUBLIC.includes(name));
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) {
      const response = await ask(`/rest/v1/${table}?select=*`);
      const rows = response.ok ? await response.json() : [];
      expect(rows, table).toEqual([]);
    }
  });

  test('writes nothing anywhere', async () => {
    const before = await shop.rows(
      'select (select count(*) from products) as products, (select max(price) from products) as price, (select count(*) from reviews) as reviews',
    );
    for (const table of await exposed()) {
      const written = [
        await ask(`/rest/v1/${table}`, { method: 'POST', body: '{}', headers: { Prefer: 'return=representation' } }),
        await ask(`/rest/v1/${table}?id=not.is.null`, {
          method: 'PATCH',
          body: '{"id":"x"}',
          headers: { Prefer: 'return=representation' },
        }),
        await ask(`/rest/v1/${table}?id=not.is.null`, { method: 'DELETE', headers: { Prefer: 'return=representation' } }),
      ];
      for (const response of written) {
        const rows = response.ok ? await response.json() : [];
        expect(rows, table).toEqual([]);
      }
    }
    expect(
      await shop.rows(
        'select (select count(*) from products) as products, (select max(price) from products) as price, (select count(*) from reviews) as reviews',
      ),
    ).toEqual(before);
  });

  test('calls no function but the one that tells what sells best', async () => {
    const functions = await shop.rows(`select proname from pg_proc where pronamespace = 'public'::regnamespace`);
    for (const { proname } of functions) {
      const response = await ask(`/rest/v1/rpc/${proname}`, { method: 'POST', body: '{}' });
      expect(response.ok, proname).toBe(proname === 'bestselling_products');
    }
  });
});

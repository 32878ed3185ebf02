import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { PUBLIC_CATALOGUE, PUBLIC_FUNCTIONS } from '#tests/setup/every-operation/public-catalogue.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const PHOTO = 'products/a.webp';

const shop = await testShop();
await shop.rows(`update products set archived_at = now() where id = '${PENDANT.id}'`);
await shop.rows(`update reviews set is_published = false where product_id = '${RING.id}'`);
await shop.rows(`insert into newsletter_subscribers (email) values ('someone@example.com')`);
await shop.rows(`insert into storage.buckets (id, name, public) values ('scrapbook', 'scrapbook', false)`);
const account = { email: 'shopper@example.com', password: 'a long enough password' };
await shop.call('POST', '/api/auth/signup', { body: account });
// What Auth gives to whoever goes past the shop.
const { data } = await createClient(shop.supabase.url, shop.supabase.publishableKey).auth.signInWithPassword(account);
const shopper = data.session?.access_token ?? '';
const ask = (path: string, init: RequestInit, key: string, token?: string) =>
  fetch(new URL(path, shop.supabase.url), {
    ...init,
    headers: { apikey: key, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...init.headers },
  });

const store = (bucket: string, key: string, token?: string) =>
  ask(
    `/storage/v1/object/${bucket}/${PHOTO}`,
    { method: 'POST', body: 'a photo', headers: { 'Content-Type': 'image/webp' } },
    key,
    token,
  );

for (const bucket of ['parcels', 'photos', 'scrapbook', 'transfer-photos'])
  await store(bucket, shop.supabase.secretKey, shop.supabase.secretKey);

const tables: { name: string; column: string }[] =
  await shop.rows(`select c.relname as name, min(a.attname) as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and a.attgenerated = ''
  group by 1`);
const functions: { name: string; parameters: string[] }[] =
  await shop.rows(`select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as parameters from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`);
const buckets = (await shop.rows('select id from storage.buckets')).map(({ id }) => id);

/** The rows of an answer: none when it is a refusal. */
async function rowsOf(response: Response): Promise<unknown[]> {
  const body = await response.json().catch(() => null);
  if (!response.ok || body === null) return [];
  return Array.isArray(body) ? body : [body];
}

/** How many rows each table holds, and whatever of them an attempt could have changed. */
async function contents(): Promise<unknown[]> {
  const counted = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  return [
    ...(await shop.rows(`${counted.join(' union all ')} order by 1`)),
    ...(await shop.rows(
      'select sum(price)::text as prices, sum(stock_quantity)::int as pieces, max(updated_at)::text as edited from products',
    )),
    ...(await shop.rows('select bucket_id, name from storage.objects order by 1, 2')),
    ...(await shop.rows('select id, public from storage.buckets order by 1')),
  ];
}

test('every table, function and bucket is covered', () => {
  expect(tables.length).toBeGreaterThan(20);
  expect(functions.length).toBeGreaterThan(50);
  expect(buckets.toSorted()).toEqual(['parcels', 'photos', 'scrapbook', 'transfer-photos']);
});

describe.each(['signed out', 'as a shopper'])('the publishable key, %s,', (who) => {
  /** Asks the database's own API with the key that is in nobody's keeping. */
  const visit = (path: string, init: RequestInit = {}) =>
    ask(
      path,
      { ...init, headers: { 'Content-Type': 'application/json', Prefer: 'return=representation', ...init.headers } },
      shop.supabase.publishableKey,
      who === 'signed out' ? undefined : shopper,
    );

  test('reads the catalogue that is on sale', async () => {
    for (const table of PUBLIC_CATALOGUE) expect(await rowsOf(await visit(`/rest/v1/${table}?select=*`)), table).not.toEqual([]);
    expect(await rowsOf(await visit(`/rest/v1/products?id=eq.${PENDANT.id}`))).toEqual([]);
    expect(await rowsOf(await visit(`/rest/v1/reviews?product_id=eq.${RING.id}`))).toEqual([]);
  });

  test('reads no other table, not even embedded in one it may read', async () => {
    for (const { name } of tables.filter((table) => !PUBLIC_CATALOGUE.includes(table.name))) {
      expect(await rowsOf(await visit(`/rest/v1/${name}?select=*`)), name).toEqual([]);
      for (const shown of PUBLIC_CATALOGUE) {
        const found = (await rowsOf(await visit(`/rest/v1/${shown}?select=id,${name}(*)&limit=3`))) as Record<string, unknown>[];
        expect(
          found.flatMap((row) => row[name] ?? []),
          `${shown} with ${name}`,
        ).toEqual([]);
      }
    }
  });

  test('writes nothing anywhere', async () => {
    const before = await contents();
    for (const { name, column } of tables) {
      const written = [
        await visit(`/rest/v1/${name}`, { method: 'POST', body: '{}' }),
        await visit(`/rest/v1/${name}`, { method: 'POST', body: '[{},{}]', headers: { Prefer: 'resolution=merge-duplicates' } }),
        await visit(`/rest/v1/${name}?${column}=not.is.null`, { method: 'PATCH', body: JSON.stringify({ [column]: null }) }),
        await visit(`/rest/v1/${name}?${column}=not.is.null`, { method: 'DELETE' }),
      ];
      for (const response of written) expect(await rowsOf(response), name).toEqual([]);
    }
    expect(await contents()).toEqual(before);
  });

  test('calls no function but the one that lists the bestsellers', async () => {
    const before = await contents();
    const answered = new Set<string>();
    for (const { name, parameters } of functions) {
      const named = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
      for (const body of [{}, named]) {
        const response = await visit(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(body) });
        if (response.ok) answered.add(name);
        await response.body?.cancel();
      }
    }
    expect([...answered].sort()).toEqual([...PUBLIC_FUNCTIONS].sort());
    expect(await contents()).toEqual(before);
  });

  test('lists, stores, moves and deletes nothing in any bucket, and creates no bucket', async () => {
    const before = await contents();
    const visitor = who === 'signed out' ? undefined : shopper;
    const json = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) });
    for (const bucket of buckets) {
      expect(
        await rowsOf(await visit(`/storage/v1/object/list/${bucket}`, json({ prefix: 'products', limit: 10 }))),
        bucket,
      ).toEqual([]);
      const refused = [
        await store(bucket, shop.supabase.publishableKey, visitor),
        await visit(`/storage/v1/object/${bucket}/planted.webp`, {
          method: 'POST',
          body: 'x',
          headers: { 'Content-Type': 'image/webp' },
        }),
        await visit(`/storage/v1/object/${bucket}/${PHOTO}`, {
          method: 'PUT',
          body: 'x',
          headers: { 'Content-Type': 'image/webp' },
        }),
        await visit('/storage/v1/object/move', json({ bucketId: bucket, sourceKey: PHOTO, destinationKey: 'b.webp' })),
        await visit('/storage/v1/object/copy', json({ bucketId: bucket, sourceKey: PHOTO, destinationKey: 'b.webp' })),
        await visit(`/storage/v1/bucket/${bucket}`, { method: 'PUT', body: JSON.stringify({ public: true }) }),
        await visit(`/storage/v1/bucket/${bucket}/empty`, json({})),
        await visit(`/storage/v1/bucket/${bucket}`, { method: 'DELETE' }),
        await visit('/storage/v1/bucket', json({ id: 'planted', name: 'planted', public: true })),
      ];
      expect(refused.filter((response) => response.ok).map((response) => `${response.url} ${response.status}`)).toEqual([]);
      await visit(`/storage/v1/object/${bucket}`, { method: 'DELETE', body: JSON.stringify({ prefixes: [PHOTO] }) });
      await visit(`/storage/v1/object/${bucket}/${PHOTO}`, { method: 'DELETE' });
    }
    expect(await contents()).toEqual(before);
  });

  test('reads a photo of the shop, and none from a private bucket', async () => {
    expect((await visit(`/storage/v1/object/public/photos/${PHOTO}`)).status).toBe(200);
    for (const path of ['public/scrapbook', 'scrapbook', 'authenticated/scrapbook', 'authenticated/photos']) {
      expect((await visit(`/storage/v1/object/${path}/${PHOTO}`)).ok, path).toBe(false);
    }
  });
});

import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '#tests/setup/real-postgres.ts';
import { addProduct, type ProductRow } from './catalogue-rows.ts';
import { race } from './race.ts';

let database: RealPostgres;
let shop: Sql;
let ring: ProductRow;
beforeAll(async () => {
  database = await startRealPostgres();
  shop = await database.connect(20);
  ring = await addProduct(shop, { stock: 5 });
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  await shop`delete from public.site_builds`;
  await shop`delete from shop.site_changes`;
});

const edit = (price: number, db: Sql = shop) => db`update public.products set price = ${price} where id = ${ring.id}`;

const claim = async (db: Sql = shop): Promise<{ id?: string; wait?: number }> => {
  const [row] = await db`select public.claim_site_build() as claimed`;
  return row?.['claimed'];
};

/** Lets time pass for the builds and changes there are. */
const later = async (seconds: number) => {
  await shop`update public.site_builds set started_at = started_at - make_interval(secs => ${seconds}), finished_at = finished_at - make_interval(secs => ${seconds})`;
  await database.owner`update shop.site_changes set changed_at = changed_at - make_interval(secs => ${seconds})`;
};

const succeed = () => shop`select public.settle_site_build(clock_timestamp())`;

test('of twenty who claim a build at once one gets it', async () => {
  await edit(100);
  const { done, refused } = await race(20, () => claim());
  expect(refused).toEqual([]);
  expect(done.filter(({ id }) => id)).toHaveLength(1);
  expect(await shop`select status from public.site_builds`).toEqual([{ status: 'running' }]);
});

test('while edits and claims go on side by side, what was edited last is in the build that was claimed last', async () => {
  let read = 0;
  const build = async () => {
    await later(61);
    const { id } = await claim();
    if (!id) return;
    const [row] = await shop`select price from public.products where id = ${ring.id}`;
    read = Number(row?.['price']);
    await succeed();
  };
  const { refused } = await race<unknown>(200, (turn) => (turn % 4 === 0 ? build() : edit(1000 + turn)));
  expect(refused).toEqual([]);
  await build();
  const [row] = await shop`select price from public.products where id = ${ring.id}`;
  expect(read).toBe(Number(row?.['price']));
  await later(61);
  expect(await claim()).toEqual({});
});

test('a claim waits for the edit that is not committed yet, and the build sees it', async () => {
  await edit(1);
  let claimed: Promise<{ id?: string }> | undefined;
  await shop.begin(async (staff) => {
    await edit(2, staff as unknown as Sql);
    claimed = claim().then(async (given) => {
      const [row] = await shop`select price from public.products where id = ${ring.id}`;
      expect(Number(row?.['price'])).toBe(2);
      return given;
    });
    // The claim is in the queue before the edit ends.
    const waiting = () =>
      database.owner`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%claim_site_build%'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
  });
  expect((await claimed)?.id).toBeDefined();
});

test('a few edits wait for two quiet seconds, many for five, and nobody longer than a minute', async () => {
  await edit(1);
  expect((await claim()).id).toBeDefined();
  await succeed();
  await later(10);

  await edit(2);
  expect((await claim()).wait).toBeLessThanOrEqual(2);
  await later(2);
  expect((await claim()).id).toBeDefined();
  await succeed();
  await later(10);

  for (let many = 0; many < 20; many += 1) await edit(100 + many);
  await later(6);
  // Two builds were begun in the last minute already.
  const { wait = 0 } = await claim();
  expect(wait).toBeGreaterThan(25);
  await later(wait);
  expect((await claim()).id).toBeDefined();
});

test('a change of a thousand rows is one edit', async () => {
  await shop`insert into public.products (name, price, category, images)
    select 'Kara ' || n, 100, 'rings', array['/media/kara.webp'] from generate_series(1, 1000) n`;
  await claim();
  await shop`update public.products set price = price + 1`;
  const [row] = await database.owner`select count(*)::int as edits from shop.site_changes`;
  expect(row?.['edits']).toBe(1);
});

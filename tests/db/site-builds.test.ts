import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { stock: 5 });
beforeEach(async () => {
  await shop`update public.shop_settings set content = '{}' where id`;
  await edit(990);
  await shop`delete from public.site_builds where true`;
  await shop`delete from shop.site_changes where true`;
});

type Rule = { rebuild: string; minutes: number; hour: number };
const follow = (rule: Rule) => shop`select public.change_settings(${shop.json({ pages: rule })}, null)`;
const status = async () => {
  const [row] = await shop`select public.site_build_status() as status`;
  return row?.['status'];
};

const edit = (price: number, db: Sql = shop) => db`update public.products set price = ${price} where id = ${ring.id}`;

const claim = async (db: Sql = shop): Promise<{ id?: string; wait?: number }> => {
  const [row] = await db`select public.claim_site_build() as claimed`;
  return row?.['claimed'];
};

// Nobody else has a row of the table meanwhile: two that change many rows may meet them in different orders.
const ageBuilds = (seconds: number) =>
  database.owner.begin(async (owner) => {
    await owner`lock table public.site_builds in exclusive mode`;
    await owner`update public.site_builds set started_at = started_at - make_interval(secs => ${seconds}), finished_at = finished_at - make_interval(secs => ${seconds}) where true`;
  });

const ageChanges = (seconds: number) =>
  database.owner.begin(async (owner) => {
    await owner`lock table shop.site_changes in exclusive mode`;
    await owner`update shop.site_changes set changed_at = changed_at - make_interval(secs => ${seconds}) where true`;
  });

/** Lets time pass for the builds and changes there are. */
const later = async (seconds: number) => {
  await ageBuilds(seconds);
  await ageChanges(seconds);
};

const succeed = () => shop`select public.confirm_site_build(clock_timestamp())`;

test('when twenty claim a build at once, one gets it', async () => {
  await edit(100);
  const { done, refused } = await race(20, () => claim());
  expect(refused).toEqual([]);
  expect(done.filter(({ id }) => id)).toHaveLength(1);
  expect(await shop`select status from public.site_builds`).toEqual([{ status: 'running' }]);
});

test('with edits and claims in parallel, the last edit is in the last claimed build', async () => {
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

test('a claim waits for an uncommitted edit, and the build includes it', async () => {
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
      database.owner`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%claim_site_build%'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
  });
  expect((await claimed)?.id).toBeDefined();
});

test('a few edits wait for one quiet second, many for five, and none longer than a minute', async () => {
  await edit(1);
  expect((await claim()).id).toBeDefined();
  await succeed();
  await later(10);

  await edit(2);
  expect((await claim()).wait).toBeLessThanOrEqual(1);
  await later(1);
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
  await shop`update public.products set price = price + 1 where true`;
  const [row] = await database.owner`select count(*)::int as edits from shop.site_changes`;
  expect(row?.['edits']).toBe(1);
});

describe('what strangers cause', () => {
  const review = () =>
    shop`select public.add_review(${ring.id}, ${shop.json({ userName: 'Hira', rating: 5, comment: 'Lovely' })}, ${'0'.repeat(64)})`;

  test('waits for half an hour, and makes one build then', async () => {
    await review();
    await review();
    expect((await claim()).wait).toBeGreaterThan(29 * 60);
    expect(await status()).toMatchObject({ changes: 2, by_strangers: 2 });
    await later(29 * 60);
    await review();
    const { wait = 0 } = await claim();
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    await later(wait);
    expect((await claim()).id).toBeDefined();
    await succeed();
    await later(5);
    await review();
    expect((await claim()).wait).toBeGreaterThan(29 * 60);
  });

  test('is in the build of the next edit, which it neither hurries nor delays', async () => {
    await edit(1);
    await claim();
    await succeed();
    await later(10);
    for (let many = 0; many < 20; many += 1) await review();
    await edit(2);
    expect((await claim()).wait).toBeLessThanOrEqual(1);
    await later(1);
    expect((await claim()).id).toBeDefined();
    expect(await status()).toMatchObject({ changes: 0, by_strangers: 0 });
  });

  test('waits for the night where the owner collects until then, and for half an hour where only for some minutes', async () => {
    const [halfADayOff] =
      await shop`select extract(hour from (now() + interval '12 hours') at time zone 'Asia/Karachi')::int as hour`;
    await follow({ rebuild: 'nightly', minutes: 30, hour: halfADayOff?.['hour'] });
    await review();
    await later(31 * 60);
    expect((await claim()).wait).toBeGreaterThan(0);
    await follow({ rebuild: 'interval', minutes: 5, hour: 3 });
    await shop`delete from shop.site_changes where true`;
    await review();
    expect((await claim()).wait).toBeGreaterThan(29 * 60);
  });

  test('is a sale that nobody of the staff wrote down, and what authors do to their reviews', async () => {
    const [actor] =
      await database.owner`insert into auth.users (id, email) values (gen_random_uuid(), 'builds@example.com') returning id`;
    const piece = await addProduct(shop, { stock: 2 });
    const changed = async (change: (db: Sql) => Promise<unknown>) => {
      await shop`delete from shop.site_changes where true`;
      await shop.begin((db) => change(db as unknown as Sql));
      const found = await database.owner`select by_stranger from shop.site_changes`;
      return found.map(({ by_stranger }) => by_stranger);
    };
    const sell = (pieces: number, by: string | null) => (db: Sql) =>
      db`select shop.change_stock(${piece.id}, ${-pieces}, 'sale', null, '', ${by})`;
    expect(await changed(sell(1, null))).toEqual([]);
    expect(await changed(sell(1, null))).toEqual([true]);
    await shop`select shop.change_stock(${piece.id}, 1, 'return', null, '', null)`;
    expect(await changed(sell(1, actor?.['id']))).toEqual([false]);

    const [added] = await review();
    const id = added?.['add_review'].id;
    const token = '0'.repeat(64);
    const worse = shop.json({ rating: 1 });
    expect(await changed((db) => db`select public.edit_review(${id}, ${worse}, ${token})`)).toEqual([true]);
    expect(await changed((db) => db`select public.edit_review(${id}, ${shop.json({ rating: 2 })})`)).toEqual([false]);
    expect(await changed((db) => db`select public.delete_review(${id}, ${token})`)).toEqual([true]);
  });
});

describe('a day’s builds', () => {
  const allow = (builds: number) => shop`update public.limits set builds_per_day = ${builds} where id`;
  /** Builds that ended a moment ago, all of this day. */
  const begun = (builds: number) =>
    shop`insert into public.site_builds (status, started_at, finished_at, built_at)
         select 'succeeded', b.at, b.at, b.at
           from generate_series(1, ${builds}) n
           cross join lateral (select greatest(shop.start_of_day(shop.day_of(now())), now() - n * interval '1 millisecond') as at) b`;
  afterEach(() => allow(60));

  test('are never exceeded, however many claim and change at once', async () => {
    await follow({ rebuild: 'interval', minutes: 5, hour: 3 });
    await allow(5);
    await begun(2);
    let started = 0;
    const build = async () => {
      // Time passes without leaving the day.
      await ageChanges(3600);
      const { id } = await claim();
      if (!id) return;
      started += 1;
      await succeed();
    };
    const { refused } = await race<unknown>(60, (turn) => (turn % 3 === 0 ? build() : edit(2000 + turn)));
    expect(refused).toEqual([]);
    for (let once = 0; once < 5; once += 1) {
      await edit(3000 + once);
      await build();
    }
    expect(started).toBe(3);
    expect(await status()).toMatchObject({ builds_today: 5, builds_per_day: 5 });
  });

  test('used up, everything waits for the next day in Pakistan, and goes on then', async () => {
    await allow(3);
    await begun(3);
    await edit(1);
    const { wait = 0 } = await claim();
    const [row] = await shop`
      select extract(epoch from shop.start_of_day(shop.day_of(clock_timestamp()) + 1) - clock_timestamp())::float as seconds`;
    expect(Math.abs(wait - row?.['seconds'])).toBeLessThan(5);
    expect(Date.parse((await status()).due_at)).toBeGreaterThan(Date.now() + (wait - 5) * 1000);
    // As if that day had come: the builds were yesterday's.
    await later(24 * 3600);
    expect((await claim()).id).toBeDefined();
    expect((await status()).builds_today).toBe(1);
  });

  test('used up, somebody who knows may ask for one more, and a failed one is not repeated by itself', async () => {
    await allow(2);
    await begun(2);
    await expect(shop`select public.ask_for_site_build()`).rejects.toThrow('builds_used_up');
    await shop`select public.ask_for_site_build(true)`;
    expect((await claim()).id).toBeDefined();
    await shop`select public.fail_site_build()`;
    expect((await claim()).wait).toBeGreaterThan(0);
    expect(await status()).toMatchObject({ builds_today: 3, builds_per_day: 2 });
  });

  test('stay counted when there were more than a hundred, and one that nobody could start never counts', async () => {
    await allow(1000);
    await begun(150);
    await edit(1);
    await later(120);
    await shop`update public.site_builds set started_at = now(), finished_at = now() where status = 'succeeded'`;
    await shop`select public.ask_for_site_build()`;
    const { id = '' } = await claim();
    expect((await status()).builds_today).toBe(151);
    await shop`select public.release_site_build(${id})`;
    expect((await status()).builds_today).toBe(150);
    await claim();
    await succeed();
    expect((await status()).builds_today).toBe(151);
  });
});

describe('with the owner’s build rule', () => {
  test('changing the rule makes no build, and an invalid rule is refused, whoever writes it', async () => {
    await follow({ rebuild: 'interval', minutes: 30, hour: 3 });
    expect(await claim()).toEqual({});
    for (const rule of [
      null,
      {},
      { rebuild: 'never', minutes: 30, hour: 3 },
      { minutes: 30, hour: 3 },
      { rebuild: 'interval', minutes: 4, hour: 3 },
      { rebuild: 'interval', minutes: 1441, hour: 3 },
      { rebuild: 'interval', minutes: 7.5, hour: 3 },
      { rebuild: 'interval', minutes: '30', hour: 3 },
      { rebuild: 'nightly', minutes: 30, hour: 24 },
      { rebuild: 'nightly', minutes: 30 },
    ]) {
      await expect(follow(rule as Rule), JSON.stringify(rule)).rejects.toThrow(/shop_settings_pages_valid/);
    }
  });

  test('changes are collected for the set minutes after the first, and make one build', async () => {
    await follow({ rebuild: 'interval', minutes: 30, hour: 3 });
    await edit(1);
    await later(29 * 60);
    await edit(2);
    const { wait = 0 } = await claim();
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await status()).toMatchObject({ changes: 2, running_since: null });
    await later(wait);
    expect((await claim()).id).toBeDefined();
    await succeed();
    expect(await status()).toMatchObject({ changes: 0, due_at: null, failed_at: null });
  });

  test.each([
    // The clock of Pakistan is five hours ahead of these.
    ['2026-11-20T21:59:00Z', 3, '2026-11-20T22:00:00.000Z'],
    ['2026-11-20T22:00:00Z', 3, '2026-11-21T22:00:00.000Z'],
    ['2026-11-20T22:01:00Z', 3, '2026-11-21T22:00:00.000Z'],
    ['2026-11-20T18:30:00Z', 0, '2026-11-20T19:00:00.000Z'],
    ['2026-11-20T19:30:00Z', 23, '2026-11-21T18:00:00.000Z'],
  ])('what was changed at %s is built at night at %i, which is %s', async (changed, hour, built) => {
    await follow({ rebuild: 'nightly', minutes: 30, hour });
    const [row] = await shop`select shop.collected_at(${changed}) as due`;
    expect(row?.['due'].toISOString()).toBe(built);
  });

  test('changes wait for the night, and make one build', async () => {
    await follow({ rebuild: 'nightly', minutes: 30, hour: 3 });
    await edit(1);
    const { wait = 0 } = await claim();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(24 * 3600);
    await edit(2);
    await later(24 * 3600);
    expect((await claim()).id).toBeDefined();
    await succeed();
    expect(await claim()).toEqual({});
  });

  test('a build on request does not wait, except for a running one', async () => {
    await follow({ rebuild: 'nightly', minutes: 30, hour: 3 });
    await edit(1);
    expect((await claim()).wait).toBeGreaterThan(0);
    const { done } = await race(10, () => shop`select public.ask_for_site_build()`);
    expect(done).toHaveLength(10);
    expect((await claim()).id).toBeDefined();

    await shop`select public.ask_for_site_build()`;
    expect(await claim()).toEqual({});
    await succeed();
    expect((await claim()).id).toBeDefined();
    await succeed();
    await edit(2);
    expect((await claim()).wait).toBeGreaterThan(0);
  });

  test('a failed or lost build is retried without collecting again', async () => {
    await follow({ rebuild: 'nightly', minutes: 30, hour: 3 });
    await shop`select public.ask_for_site_build()`;
    const { id = '' } = await claim();
    await edit(1);
    await shop`select public.release_site_build(${id})`;
    expect((await claim()).id).toBeDefined();

    await edit(2);
    await shop`select public.fail_site_build()`;
    expect((await claim()).wait).toBeLessThanOrEqual(60);
    expect((await status()).failed_at).not.toBeNull();
    await later(61);
    expect((await claim()).id).toBeDefined();
  });
});

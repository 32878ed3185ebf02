import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import { startNetlifyReceiver } from '#tests/setup/doubles/netlify-receiver.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

/** What Netlify tells of deploys. */

const netlify = await startNetlifyReceiver();
Object.assign(process.env, netlify.environment);
afterAll(() => netlify.stop());
const shop = await staffedShop();
const { token: staff } = shop;
const deploys = (await import('#functions/deploys.ts')).default;

beforeEach(async () => {
  await shop.idle();
  await shop.rows('delete from site_builds');
  await shop.rows('delete from shop.site_changes');
  netlify.hooked = 0;
});
afterEach(() => {
  netlify.fault = null;
  netlify.onHook = () => {};
});

const housekeeping = () => shop.runScheduled('housekeeping');
const price = (rupees: number) => shop.call('PUT', `/api/products/${RING.id}`, { token: staff, body: { price: rupees } });
/** How the builds stand that were claimed, oldest first. */
const builds = async () => {
  const rows = await shop.rows(
    'select status from site_builds where built_at is null or built_at > started_at order by requested_at',
  );
  return rows.map(({ status }) => status);
};

/** New pages are online, made of the catalogue as it is now. */
const pagesOnline = () => {
  netlify.builtAt = new Date().toISOString();
  return deploys.deploySucceeded();
};

test('five hundred edits make two builds, and the last build has the last edit', async () => {
  const built: string[] = [];
  netlify.onHook = async () => {
    const madeAt = new Date().toISOString();
    const [row] = await shop.rows(`select name from products where id = '${PENDANT.id}'`);
    built.push(row.name);
    netlify.builtAt = madeAt;
    await deploys.deploySucceeded();
  };
  await price(1600);
  // The rest by whoever else: the database notices all the same. Together, so that no machine is slow enough to pause between the first of them.
  const edits = Array.from(
    { length: 498 },
    (_, edit) => `begin; update products set name = 'Pendant ${edit + 1}' where id = '${PENDANT.id}'; commit`,
  );
  await shop.rows(edits.join(';'));
  await shop.call('PUT', `/api/products/${PENDANT.id}`, { token: staff, body: { name: 'Pendant 499' } });

  // A build has ended once the shop knows of its pages, a little after they were made.
  await expect.poll(builds, { timeout: 20_000 }).toEqual(['succeeded', 'succeeded']);
  await shop.idle();
  expect(built.at(-1)).toBe('Pendant 499');
  expect(netlify.hooked).toBe(2);
});

test('a single edit is built at once, and the next one once those pages are online', async () => {
  expect((await price(1610)).status).toBe(200);
  await expect.poll(() => netlify.hooked).toBe(1);
  expect(await builds()).toEqual(['running']);

  await price(1611);
  await housekeeping();
  expect(await builds()).toEqual(['running', 'pending']);
  expect(netlify.hooked).toBe(1);

  await pagesOnline();
  expect(await builds()).toEqual(['succeeded', 'running']);
  expect(netlify.hooked).toBe(2);
  await pagesOnline();
  expect(await builds()).toEqual(['succeeded', 'succeeded']);
  expect((await shop.call('GET', '/api/health')).json.data.builtAt).toBe(netlify.builtAt);
});

test('a stranger’s review makes no build until staff change something, or half an hour has passed', async () => {
  const review = () => {
    const body = { userName: 'Hira', rating: 5, comment: 'Lovely' };
    return shop.call('POST', `/api/products/${RING.id}/reviews`, { body });
  };
  const { json } = await review();
  await shop.idle();
  await housekeeping();
  expect(netlify.hooked).toBe(0);

  await price(1620);
  await expect.poll(() => netlify.hooked, { timeout: 10_000 }).toBe(1);
  await pagesOnline();
  expect(await shop.rows('select 1 from shop.site_changes')).toEqual([]);

  const headers = { 'X-Edit-Token': json.data.editToken };
  await shop.call('DELETE', `/api/reviews/${json.data.review.id}`, { headers });
  await shop.idle();
  expect(netlify.hooked).toBe(1);
  await shop.rows(`update shop.site_changes set changed_at = changed_at - interval '30 minutes'`);
  await housekeeping();
  expect(netlify.hooked).toBe(2);
});

test('when a day’s builds are used up an edit waits, the screen is told, and staff build on knowingly', async () => {
  await shop.rows('update public.limits set builds_per_day = 1');
  await shop.rows(
    `insert into site_builds (status, started_at, finished_at, built_at) values ('succeeded', now(), now(), now())`,
  );
  try {
    expect((await price(1630)).status).toBe(200);
    await shop.idle();
    expect(netlify.hooked).toBe(0);
    const ask = (query = '') => shop.call('POST', `/api/site-builds${query}`, { token: staff });
    const { status, json } = await ask();
    expect([status, json.code, json.message]).toEqual([409, 'builds_used_up', 'Today’s builds are used up (1)']);
    const told = (await shop.call('GET', '/api/site-builds', { token: staff })).json.data;
    expect(told).toMatchObject({ buildsPerDay: 1, changes: 1 });
    expect(told.buildsToday).toBeGreaterThanOrEqual(1);
    expect((await ask('?beyondBudget=true')).status).toBe(200);
    await expect.poll(() => netlify.hooked).toBe(1);
  } finally {
    await shop.rows('update public.limits set builds_per_day = 60');
  }
});

test('edits succeed while the build hook fails, and housekeeping retries', async () => {
  provokes('asking for a build: fetch failed', 'asking for a build: The build hook answered 500', 'asking for a build: 23 ');
  const relax = hurry();
  for (const fault of ['resetting', 500, 'slow'] as const) {
    netlify.fault = fault;
    const hookedBefore = netlify.hooked;
    expect((await price(1700 + netlify.hooked)).status, String(fault)).toBe(200);
    await expect.poll(() => netlify.hooked).toBeGreaterThan(hookedBefore);
    // Whoever edited has their answer, and the hook has not.
    if (fault === 'slow') expect(await builds()).toEqual(['running']);
    await shop.idle();
    expect(await builds(), String(fault)).toEqual(['pending']);
  }
  netlify.fault = null;
  relax();
  await housekeeping();
  expect(await builds()).toEqual(['running']);
});

test('a lost build is requested again at growing intervals, but at once after an edit', async () => {
  await price(1800);
  await expect.poll(builds).toEqual(['running']);
  netlify.builtAt = new Date(0).toISOString();
  await shop.rows(`update site_builds set started_at = now() - interval '11 minutes' where status = 'running'`);
  await housekeeping();
  expect(await builds()).toEqual(['failed', 'pending']);

  await shop.rows(`update site_builds set finished_at = now() - interval '61 seconds' where status = 'failed'`);
  await housekeeping();
  expect(await builds()).toEqual(['failed', 'running']);

  await shop.rows(`update site_builds set started_at = now() - interval '11 minutes' where status = 'running'`);
  await price(1801);
  await expect.poll(builds, { timeout: 10_000 }).toEqual(['failed', 'failed', 'running']);
});

test('pages older than the claim do not end the build, and pages from an unrequested deploy are recognised', async () => {
  netlify.builtAt = new Date().toISOString();
  await price(1900);
  await expect.poll(builds).toEqual(['running']);
  await housekeeping();
  expect(await builds()).toEqual(['running']);
  expect((await shop.call('GET', '/api/health')).json.data.builtAt).toBe(netlify.builtAt);
});

describe('collected changes', () => {
  const rule = (rebuild: string) =>
    shop.call('PUT', '/api/settings', { token: staff, body: { pages: { rebuild, minutes: 30, hour: 3 } } });
  const status = async () => (await shop.call('GET', '/api/site-builds', { token: staff })).json.data;
  afterEach(() => rule('at_once'));

  test('wait until they are due, which the screen shows, and are then built by housekeeping', async () => {
    await rule('interval');
    await price(1960);
    await shop.idle();
    await housekeeping();
    expect(netlify.hooked).toBe(0);
    const { dueAt, ...waiting } = await status();
    expect(waiting).toMatchObject({ changes: 1, runningSince: null, failedAt: null, hasHook: true });
    expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(29 * 60_000);

    await shop.rows(`update shop.site_changes set changed_at = changed_at - interval '30 minutes'`);
    await housekeeping();
    expect(netlify.hooked).toBe(1);
    expect(await status()).toMatchObject({ changes: 0, dueAt: null, runningSince: expect.any(String) });
    await pagesOnline();
    expect(await status()).toMatchObject({ runningSince: null, builtAt: netlify.builtAt });
  });

  test('are built at once on request, also while a build is running', async () => {
    await rule('nightly');
    await price(1970);
    await shop.idle();
    expect(netlify.hooked).toBe(0);
    const buildNow = () => shop.call('POST', '/api/site-builds', { token: staff });
    expect((await buildNow()).status).toBe(200);
    await expect.poll(() => netlify.hooked).toBe(1);

    await price(1971);
    await buildNow();
    await shop.idle();
    expect(await builds()).toEqual(['running', 'pending']);
    await pagesOnline();
    expect(netlify.hooked).toBe(2);
    expect((await shop.call('POST', '/api/site-builds')).status).toBe(401);
  });

  test('collected under an earlier rule are due once the shop builds at once again', async () => {
    await rule('nightly');
    await price(1980);
    await shop.idle();
    await rule('at_once');
    await expect.poll(() => netlify.hooked).toBe(1);
  });
});

test('a forged deploy event does not end a build, and every other call of the function is not found', async () => {
  await price(1950);
  await expect.poll(builds).toEqual(['running']);
  const forged = { deploy: { context: 'production', id: 'anything' } };
  for (const listener of Object.values<(event: unknown) => unknown>(deploys)) await listener(forged);
  expect(await builds()).toEqual(['running']);
  expect(netlify.hooked).toBe(1);

  const answer = deploys.fetch();
  expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
});

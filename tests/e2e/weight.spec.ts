import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { load, weigh } from '#tests/setup/browsers/weigh.ts';

// What pages that need no login weigh: tests/e2e/pages.spec.ts.
test('the back office’s first screen loads at most 250 KB of script, charts apart', async ({ page, staff }) => {
  await staff.order(); // a shop without orders has nothing to chart
  const list = await load(page, '/admin/inventory', page.getByRole('table'));
  expect((await weigh(page, list)).charts).toBe(0);
  const { script, charts } = await weigh(page, await load(page, '/admin', page.locator('canvas').last()));
  test.info().annotations.push({ type: 'weight', description: JSON.stringify({ script, charts }) });
  expect(charts).toBeGreaterThan(0);
  expect(script - charts).toBeLessThanOrEqual(250 * 1024);
});

test('what the device keeps ready is loaded after the first screen, however long that takes', async ({ page, staff }) => {
  await staff.order();
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  const ahead = () =>
    new Set(scripts.map((url) => /\/(SignInAgain|SearchPalette|settings-pages)\.[^/]+\.js$/.exec(url)?.[1]).filter(Boolean));
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/analytics/dashboard**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.clock.install();
  const asked = page.waitForRequest('**/api/analytics/dashboard**');
  await page.goto('/admin');
  await asked;
  for (let times = 0; times < 3; times++) await page.clock.fastForward(2_500);
  expect(ahead()).toEqual(new Set());
  answer.resolve();
  await page.locator('canvas').last().waitFor();
  await expect
    .poll(async () => {
      await page.clock.fastForward(4_000);
      return ahead();
    })
    .toEqual(new Set(['SignInAgain', 'SearchPalette', 'settings-pages']));
});

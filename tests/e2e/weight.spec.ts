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

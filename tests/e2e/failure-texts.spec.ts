import { expect, test } from '#tests/setup/shop-test.ts';

const WORDS = 'did not work';

test('an island with a fault says what to do instead of leaving an empty place', async ({ page, forgive }) => {
  forgive(/broken on purpose/);
  await page.addInitScript(() => {
    String.prototype.localeCompare = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.goto('/categories');
  await page.getByRole('searchbox', { name: /categories/i }).fill('s');
  const island = page.getByRole('main').getByRole('alert').filter({ hasText: WORDS });
  await expect(island.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expect(island.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
});

test('a promise of the shop that fails is said in words; one of somebody else’s script is not', async ({ page, forgive }) => {
  forgive(/on purpose/);
  await page.goto('/about');
  const words = page.getByRole('alert').filter({ hasText: WORDS });
  const reject = (source: string) =>
    page.evaluate((source) => {
      const reason = Object.assign(new Error('on purpose'), { stack: `Error: on purpose\n at ${source}:1:1` });
      window.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }));
    }, source);
  await reject('https://app.example/inject.js');
  await expect(words).toBeHidden();
  await reject(`${new URL(page.url()).origin}/_astro/core.js`);
  await expect(words.getByRole('button', { name: 'reload the page' })).toBeVisible();
});

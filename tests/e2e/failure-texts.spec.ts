import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const WORDS = 'did not work';

test('an island that throws shows what to do instead of an empty space', async ({ page, forgive }) => {
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

test('an unhandled rejection in the shop’s code shows a message; one in foreign scripts does not', async ({ page, forgive }) => {
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

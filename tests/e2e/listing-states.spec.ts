import type { Page } from '@playwright/test';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf } from '#tests/setup/browsers/shopper.ts';

const YELLOW_NOTE = 'Unable to fetch filtered products from server. Showing available products instead.';

const cards = (page: Page) => page.locator('#listing article');
const counter = (page: Page) => page.getByText(/^Showing \d+ of \d+ products$/);

test('a search or Featured that fails to load gives a note above the available products', async ({ page, forgive }) => {
  forgive(/ERR_FAILED|503/);
  await page.route('**/api/products/search*', (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.route('**/api/products/featured', (route) => route.abort());
  const featured = page.getByRole('checkbox', { name: 'Featured' });
  await page.goto('/products?search=ring&featured=true');
  await expect(page.getByText(YELLOW_NOTE)).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await page.getByRole('searchbox', { name: 'Search products' }).fill('');
  await expect(page.getByText(YELLOW_NOTE)).toBeHidden();

  // Not `check`: it comes off by itself again.
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await featured.click();
  await expect(page.getByText(YELLOW_NOTE)).toHaveCSS('background-color', 'rgb(253, 243, 208)');
  await expect(featured).not.toBeChecked();
  await page.getByRole('button', { name: 'Close filters' }).click();
  await expect(page.getByRole('alert').getByText('Failed to fetch products', { exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
});

test('skeletons show while products load; an empty result leads back to everything', async ({ page }) => {
  const answer = await hold(page, '**/api/products/search*');
  await page.goto('/products?search=nothing-of-the-kind');
  await expect(page.locator('#listing ul[aria-hidden] > li')).toHaveCount(8);
  await expect(page.getByText('Loading products')).toBeVisible();
  answer();
  await expect(page.getByText('No products available at the moment')).toBeVisible();
  await expect(page.locator('#listing ul[aria-hidden]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show All Products' }).click();
  await expect(page).toHaveURL('/products');
  await expect(cards(page)).toHaveCount(24);
});

test('when the list of all products fails, the page shows what it has, and recovers', async ({ page, context, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.addInitScript(() => {
    localStorage.setItem('products_v1', JSON.stringify([{ id: 'c_1', name: 'Aquamarine Draft Ring', price: 990 }]));
  });
  await page.route('**/catalog.json', (route) => route.abort());
  await page.goto('/products?category=rings');
  await expect(page.getByText(/^Showing \d+ of the 25 products that could be loaded; the shop has \d\d$/)).toBeVisible();
  await page.goto('/products?sort=price-asc');
  await expect(page.getByText('Failed to load products')).toBeVisible();
  const draft = cards(page).filter({ hasText: 'Aquamarine Draft Ring' });
  await expect(draft.getByText('Draft', { exact: true })).toBeVisible();
  await draft.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartOf(page)).toContainText('Aquamarine Draft Ring');
  await page.keyboard.press('Escape');
  await page.unroute('**/catalog.json');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(counter(page)).toBeVisible();
  await expect(page.getByText('Failed to load products')).toHaveCount(0);
  await expect(draft).toHaveCount(0);
});

test('a category that fails to load shows an error, and a button retries', async ({ page, forgive }) => {
  forgive(/ERR_FAILED|404/);
  await page.route(/catalog\.json|\/api\/(products|categories)/, (route) => route.abort());
  await page.route('**/category/brooches', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    await route.fulfill({ response: await route.fetch({ url: new URL('/shell/category', route.request().url()).href }) });
  });
  await page.goto('/category/brooches');
  const note = page.getByRole('alert').filter({ hasText: 'Failed to load products' });
  await expect(note).toBeVisible();
  await expect(page.getByText('No products found in this category.')).toHaveCount(0);
  await page.unroute(/catalog\.json|\/api\/(products|categories)/);
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No products found in this category.')).toBeVisible();
});

for (const path of ['/products', '/products?sort=price-asc']) {
  test(`Back from a product to the extended listing at ${path} restores the position`, async ({ page }) => {
    // A page with such a listener is built anew on Back, as phones short of memory do with any.
    await page.addInitScript(() => addEventListener('unload', () => {}));
    await page.goto(path);
    await expect(counter(page)).toBeVisible();
    // No wheel: what it still has to scroll when the link is pressed would be the position to come back to.
    await expect(async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      expect(await cards(page).count()).toBeGreaterThan(24);
    }).toPass();
    // By its name: the last card is another one as soon as the listing has grown again.
    const name = (await cards(page).last().getByRole('heading').textContent()) ?? '';
    await cards(page).filter({ hasText: name }).getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(cards(page).filter({ hasText: name })).toBeInViewport();
  });
}

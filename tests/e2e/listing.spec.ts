import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

const cards = (page: Page) => page.locator('#listing article');
const names = (page: Page) => page.locator('#listing article h3').allTextContents();
const counter = (page: Page) => page.getByText(/^Showing \d+ of \d+ products$/);

test('links to new, featured, best selling and bridal products open those, under their headings', async ({ page }) => {
  for (const [filter, heading] of [
    ['new', 'New Arrivals'],
    ['featured', 'Featured Products'],
    ['bestseller', 'Our Products'],
    ['bridal', 'Our Products'],
  ]) {
    await page.goto(`/products?filter=${filter}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
    await expect(page).toHaveTitle(new RegExp(`^${heading} \\|`));
    await expect(counter(page)).toBeVisible();
    const shown = Number(/\d+/.exec((await counter(page).textContent()) ?? '')?.[0]);
    expect(shown).toBeGreaterThan(0);
    await expect(cards(page)).toHaveCount(Math.min(shown, 24));
  }
  await expect(cards(page).first()).toContainText('Bridal');
});

test('a search is answered by the server, and the box shows its text', async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/products\/search\?q=pearl/);
  await page.goto('/products?search=pearl');
  await asked;
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('pearl');
  await expect(counter(page)).toHaveText(/^Showing [1-9]\d* of \d+ products$/);
  for (const name of await names(page)) expect(name).toMatch(/pearl|matha|./i);
});

test('typing searches after a pause, as one history entry', async ({ page }) => {
  await page.goto('/products');
  const box = page.getByRole('searchbox', { name: 'Search products' });
  await expect(box).toHaveAttribute('placeholder', 'Search products...');
  await box.pressSequentially('kara', { delay: 30 });
  await expect(page).toHaveURL(/\/products\?search=kara$/);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText('Carved Gold Kara Pair');
  await box.fill('jhumka');
  await expect(page).toHaveURL(/search=jhumka$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect(box).toHaveValue('');
  await expect(cards(page)).toHaveCount(24);
});

test('category, colours, sizes and sorting are in the address, and Back undoes them one by one without a request', async ({
  page,
}) => {
  await page.goto('/products');
  const category = page.getByRole('combobox', { name: 'Category' });
  await expect(category.getByRole('option').first()).toHaveText('All Categories');
  await category.selectOption('rings');
  await expect(page).toHaveURL('/products?category=rings');
  await expect(counter(page)).toHaveText(/^Showing [5-9] of \d+ products$/);
  const requests: string[] = [];
  page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(request.url()));

  const silver = page.getByRole('button', { name: 'Silver', exact: true });
  await silver.click();
  await expect(silver).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Gold', exact: true }).click();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: High to Low');
  const prices = (await cards(page).locator('.tabular-nums').first().textContent()) ?? '';
  expect(prices).toMatch(/^Rs\.\s/);
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold&sort=price-desc&view=list');

  // Rings that come in no colours stay in, and the page says so.
  await expect(page.getByText(/^\d+ pieces? stays? in because (it comes|they come) without a choice of color\.$/)).toBeVisible();
  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(shared.getByRole('button', { name: 'Silver', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(shared.getByRole('combobox', { name: 'Sort' })).toHaveValue('price-desc');
  await expect(shared.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true');
  await shared.close();

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold');
  await page.goBack();
  await expect(page).toHaveURL('/products?category=rings&color=Silver');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/products?category=rings');
  expect(requests).toEqual([]);
});

test('Featured shows what the server returns', async ({ page }) => {
  await page.route('**/api/products/featured', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: answer.data.slice(0, 2) } });
  });
  await page.goto('/products');
  await page.getByRole('checkbox', { name: 'Featured' }).check();
  await expect(counter(page)).toHaveText(/^Showing 2 of \d+ products$/);
  await expect(page).toHaveURL('/products?featured=true');
});

test('the prebuilt listing loads the rest when its end comes into view', async ({ page }) => {
  await page.goto('/products');
  await expect(cards(page)).toHaveCount(24);
  await expect(counter(page)).toHaveText(/^Showing (\d+) of \1 products$/);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(24);
});

test('products show in 2, 3, 4 and 5 columns by width, and in one as a list', async ({ page }) => {
  await page.goto('/products');
  const columns = () =>
    page.locator('#listing ul:has(article)').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  for (const [width, count] of [
    [390, 2],
    [767, 2],
    [768, 3],
    [1024, 4],
    [1280, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await columns(), `at ${width} px`).toBe(count);
  }
  await page.getByRole('button', { name: 'List view' }).click();
  await expect.poll(columns).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  const button = (page: Page) => page.getByRole('button', { name: 'Filters' });

  test('products are in view at once: category, colours and sizes are behind a button with their count', async ({ page }) => {
    await page.goto('/products');
    await expect(cards(page).first()).toBeInViewport({ ratio: 0.9 });
    for (const name of ['Search products', 'Sort']) await expect(page.getByLabel(name, { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Category' })).toBeHidden();
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false');

    await button(page).click();
    await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('combobox', { name: 'Category' }).selectOption('rings');
    await page.getByRole('button', { name: 'Silver', exact: true }).click();
    await expect(page).toHaveURL('/products?category=rings&color=Silver');
    await expect(page.getByRole('button', { name: 'Filters 2 chosen' })).toBeVisible();
    await button(page).click();
    await expect(page.getByRole('checkbox', { name: 'Featured' })).toBeHidden();
  });

  test('a link with filters shows their number, and Tab goes from the button through sort to the filters', async ({ page }) => {
    await page.goto('/products?featured=true&color=Gold&size=7');
    await expect(page.getByRole('button', { name: 'Filters 3 chosen' })).toBeVisible();
    await button(page).press('Enter');
    const order = [page.getByRole('combobox', { name: 'Sort' }), page.getByRole('combobox', { name: 'Category' })];
    for (const next of [...order, page.getByRole('checkbox', { name: 'Featured' })]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
  });
});

for (const width of [768, 1440]) {
  test(`at ${width} px all filters are visible, without a button`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/products');
    await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Category' })).toBeInViewport();
    await expect(page.getByRole('checkbox', { name: 'Featured' })).toBeInViewport();
    await expect(page.getByRole('group', { name: 'Colors' }).getByRole('button')).toHaveCount(6);
    await expect(page.getByRole('group', { name: 'Sizes' }).getByRole('button')).toHaveCount(6);
  });
}

import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('seven tiles lead to their categories, in this order', async ({ page }) => {
  await page.goto('/');
  const hrefs = await page
    .getByRole('navigation', { name: 'Shop by kind' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    ['earrings', 'pendant', 'rings', 'bracelets', 'bridal', 'cosmetics', 'watches'].map((slug) => `/category/${slug}`),
  );
});

test('a category has one name: on tiles, in the carousel, in menus, footer, filters and on cards', async ({ page, request }) => {
  const { data } = await (await request.get('/api/categories')).json();
  const { name, slug } = data.find((category: { slug: string }) => category.slug === 'pendant');
  expect(name).not.toMatch(/^pendant$/i);
  const links = (of: Page) => of.locator(`a[href="/category/${slug}"]:not(.coverflow a)`);
  await page.goto('/');
  for (const text of await links(page).allTextContents()) expect(text.trim()).toContain(name);
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Ruby Heart Pendant', exact: true }) });
  await expect(card.getByText(name, { exact: true })).toBeAttached();
  await page.goto('/products?search=ruby+heart');
  await expect(page.locator('#listing article').filter({ hasText: 'Ruby Heart Pendant' })).toContainText(name);
  await expect(page.getByRole('combobox', { name: 'Category' }).getByRole('option', { name, exact: true })).toBeAttached();
});

test('on a phone the first product is within two screens, and the pause switches are small but large enough to tap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const first = await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
    .boundingBox();
  expect(first?.y).toBeLessThan(2 * 844);
  for (const hold of await page.locator('.pause-switch').all()) {
    // What is far below is not laid out before.
    await hold.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await hold.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect(Math.max(width, height)).toBeLessThanOrEqual(32);
  }
});

test('categories and collections link to their listings', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'View All Categories' })).toHaveAttribute('href', '/categories');
  const hrefs = (name: string) =>
    carousel(page, name)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(await hrefs('collections')).toEqual([
    '/products?filter=bridal',
    '/category/rings',
    '/category/pendant',
    '/category/earrings',
  ]);
  for (const href of await hrefs('categories')) expect(href).toMatch(/^\/category\/[a-z-]+$/);
});

test('the grid shows at most twelve products, all featured', async ({ page, request }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Featured Products' });
  const cards = section.getByRole('article');
  const count = await cards.count();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(12);
  const featured = (await (await request.get('/api/products/featured')).json()).data.map(({ id }: { id: string }) => id);
  const shown = await section
    .locator('a[href^="/product/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(9)));
  for (const id of shown) expect(featured).toContain(id);
  await expect(section.getByRole('link', { name: 'View All Products' })).toHaveAttribute('href', '/products');
});

import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const cards = (page: Page) => page.locator('main a[href^="/category/"]');

test('categories can be searched, sorted and shown as a list, from the first click', async ({ page, request }) => {
  const { data: watches } = await (await request.get('/api/products?category=watches')).json();
  await page.goto('/categories');
  await expect(cards(page).filter({ hasText: 'Watches' })).toContainText(`${watches.length} items`);
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(cards(page).first()).toContainText(/\d+ premium items available/);
  await page.getByRole('button', { name: 'Grid view' }).click();
  await expect(page.getByText(/^Showing (\d+) of \1 categories$/)).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search categories' });
  await expect(box).toHaveAttribute('placeholder', 'Search categories...');
  const names = await cards(page).locator('p:first-of-type').allTextContents();
  expect(names).toEqual(names.toSorted());

  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Sort by Items');
  const counts = async () => (await cards(page).allTextContents()).map((text) => Number(/(\d+) items?/.exec(text)?.[1]));
  await expect.poll(async () => (await counts()).join()).toBe((await counts()).toSorted((a, b) => b - a).join());

  await box.fill('ring');
  await expect(page.getByText(/^Showing 2 of \d+ categories$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await box.fill('tiara');
  await expect(page.getByText('No categories found')).toBeVisible();
});

test('with the server down, the prebuilt categories stay, with a note and this browser’s drafts', async ({ page, forgive }) => {
  await page.addInitScript(() => {
    localStorage.setItem('categories_v1', JSON.stringify([{ id: 'c_1', name: 'Anklets', slug: 'anklets' }]));
  });
  await page.goto('/categories');
  await expect(cards(page).filter({ hasText: 'Anklets' })).toHaveCount(0);
  await page.route('**/api/categories', (route) => route.abort());
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page.getByText('Failed to load categories')).toBeVisible();
  await expect(cards(page).filter({ hasText: 'Anklets' })).toBeVisible();
  await expect(cards(page).filter({ hasText: 'Rings' }).first()).toBeVisible();
  forgive(/ERR_FAILED/);
});

test('a category shows its products; cards fade in one after the other where motion may be', async ({ page }) => {
  const delays = (selector: string) =>
    page.locator(selector).evaluateAll((cards) => cards.slice(0, 3).map((card) => getComputedStyle(card).animationDelay));
  await page.goto('/categories');
  expect(await delays('.rise-slow > li')).toEqual(['0s', '0.1s', '0.2s']);
  await page.goto('/category/rings');
  expect(await delays('.rise > li')).toEqual(['0s', '0.05s', '0.1s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await delays('.rise > li')).toEqual(['0s', '0s', '0s']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rings Products');
  await expect(page).toHaveTitle(/^Rings Products \|/);
  // Other tests may have put a ring into the shop: the page counts its own.
  const pieces = Number.parseInt((await page.locator('main .eyebrow').textContent()) ?? '', 10);
  expect(pieces).toBeGreaterThanOrEqual(5);
  await expect(page.locator('main article')).toHaveCount(pieces);
});

test('a category is sorted and filtered where it is, from the first touch, and its address says how', async ({ page }) => {
  /** Whether as many pieces as there are stand there, the cheapest first. */
  const isSorted = async (pieces: number) => {
    const texts = await page.locator('#listing article .font-medium.tabular-nums').allTextContents();
    const prices = texts.map((text) => Number(text.replace(/\D/g, '')));
    return prices.length === pieces && prices.every((price, place) => place === 0 || price >= (prices[place - 1] ?? 0));
  };
  await page.goto('/category/rings');
  const all = await page.locator('#listing article').count();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: Low to High');
  await expect(page).toHaveURL('/category/rings?sort=price-asc');
  await expect.poll(() => isSorted(all)).toBe(true);
  await expect(page.getByText(/^Showing/)).not.toBeInViewport();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: /^11 \d products?$/ }).click();
  await page.getByRole('button', { name: 'Close filters' }).click();
  await expect(page).toHaveURL('/category/rings?size=11&sort=price-asc');
  await expect(page.getByText(`of ${all} products`)).toBeVisible();
  expect(await page.locator('#listing article').count()).toBeLessThan(all);
  await page.reload();
  await page.getByRole('button', { name: 'Remove Size 11' }).click();
  await expect(page.locator('#listing article')).toHaveCount(all);
  await expect(page).toHaveTitle(/^Rings Products \|/);
});

test('a category newer than the pages shows its products from the server', async ({ page }) => {
  await page.route('**/api/categories', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [
          { slug: 'anklets', name: 'Ankle Chains' },
          { slug: 'watches', name: 'Watches', oldSlugs: ['clocks'] },
        ],
      },
    }),
  );
  await page.route('**/api/products/category/anklets*', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: route.request().url().replace('anklets', 'watches') }) });
  });
  for (const slug of ['anklets', 'clocks', 'pearl-tiaras'])
    await page.route(`**/category/${slug}*`, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      await route.fulfill({ response: await route.fetch({ url: new URL('/shell/category', route.request().url()).href }) });
    });
  await page.goto('/category/anklets');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ankle Chains Products');
  await expect(page.locator('main article')).toHaveCount(2);
  // The address of one that was renamed leads to it, with all that stands behind it.
  await page.goto('/category/clocks?sort=price-asc');
  await expect(page).toHaveURL(/\/category\/watches\?sort=price-asc$/);
  // So does a link to all pieces of the old one.
  await page.goto('/products?category=clocks&sort=price-asc');
  await expect(page).toHaveURL(/\/products\?category=watches&sort=price-asc$/);
  await expect(page.locator('#listing article')).toHaveCount(2);
  // One without pieces says that it is empty.
  await page.goto('/category/pearl-tiaras');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pearl Tiaras Products');
  await expect(page.getByText('No products found in this category.')).toBeVisible();
  await expect(page.getByText('Check back later for new arrivals!')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

test.describe('the search box of the header', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    await page.locator('#header-search summary').click();
    await expect(box(page)).toBeFocused();
  });

  const box = (page: Page) => page.locator('#header-search').getByLabel('Search products');

  test('opens with the cursor in it and searches on Enter, trimmed and encoded', async ({ page }) => {
    await box(page).fill('  gold & pearl?  ');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products');
    expect(new URL(page.url()).search).toBe('?search=gold%20%26%20pearl%3F');
  });

  test('searches with its button', async ({ page }) => {
    await box(page).fill('ring');
    await page.locator('#header-search').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=ring');
  });

  test('does nothing with only spaces', async ({ page }) => {
    await box(page).fill('   ');
    await page.keyboard.press('Enter');
    await page.locator('#header-search').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/about$/);
  });

  test('closes about 200 ms after losing focus, not before', async ({ page }) => {
    const took = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          const search = document.querySelector<HTMLDetailsElement>('#header-search');
          // Its opening may still be told of.
          search?.addEventListener('toggle', () => !search.open && resolve(performance.now() - from));
          document.querySelector<HTMLElement>('main')?.focus();
        }),
    );
    expect(took).toBeGreaterThanOrEqual(195);
    await expect(box(page)).toBeHidden();
  });

  test('closes on Escape and returns the focus', async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(box(page)).toBeHidden();
    await expect(page.locator('#header-search summary')).toBeFocused();
  });

  test('takes any text as text', async ({ page }) => {
    await box(page).fill('<img src=x onerror=alert(1)>');
    page.on('dialog', () => {
      throw new Error('What was typed has been executed');
    });
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products');
    await expect(page.getByRole('searchbox').first()).toBeAttached();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('has a search box and the same links, with sets named Jewelry Sets; choosing one closes it', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['Earrings', 'Jewelry Sets', 'Necklaces', 'Rings', 'Bracelets', 'Best Selling', 'All Categories'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: /^New Arrival\s+NEW$/ })).toHaveAttribute('href', '/products?filter=new');
    await expect(menu.getByLabel('Search products')).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Jewelry Sets' })).toHaveAttribute('href', '/category/sets');
    // Held back on this page, so that the menu can be looked at after the choice.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await menu.getByRole('link', { name: 'Jewelry Sets' }).click();
    await expect(menu).toBeHidden();
  });

  test('searches from its box', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByLabel('Search products').fill(' jhumka ');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=jhumka');
  });

  test('traps the focus, closes on Escape, its cross and a click outside, and returns the focus', async ({ page }) => {
    await page.goto('/about');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open menu' });
    await open.press('Enter');
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || Boolean(document.activeElement?.closest('#site-menu')),
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await open.click();
    await page.mouse.click(385, 400);
    await expect(menu).toBeHidden();
  });
});

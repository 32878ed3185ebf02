import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

/** Scrolls as a wheel does, in one step, and lets the page notice. */
async function scrollPageTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        window.scrollTo({ top: to, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    top,
  );
}

const header = (page: Page) => page.locator('#site-header');

test.use({ viewport: { width: 1440, height: 900 } });

test('the header hides when scrolling down, and shows when scrolling up, at the top and on focus', async ({ page }) => {
  await page.goto('/about');
  await expect(header(page)).toHaveCSS('transition-duration', '0.3s');
  await scrollPageTo(page, 50);
  await expect(header(page)).not.toHaveAttribute('data-scrolled');
  await scrollPageTo(page, 51);
  await expect(header(page)).toHaveAttribute('data-scrolled');
  await expect(header(page)).not.toHaveCSS('box-shadow', 'none');
  for (const [top, isShown] of [
    [100, true],
    [101, false],
    [700, false],
    [690, true],
    [900, false],
    [50, true],
  ] as const) {
    await scrollPageTo(page, top);
    if (isShown) await expect(header(page), `${top} px`).toBeInViewport();
    else await expect(header(page), `${top} px`).not.toBeInViewport();
  }

  const favorites = header(page).getByRole('link', { name: 'Favorites' });
  await page.keyboard.press('Tab');
  await favorites.focus();
  await scrollPageTo(page, 600);
  await expect(header(page)).toBeInViewport();
  await page.locator('main').focus();
  await scrollPageTo(page, 900);
  await expect(header(page)).not.toBeInViewport();
  await favorites.focus();
  await expect(header(page)).toBeInViewport();

  // Whichever link leads to a page, it opens at its top.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a category’s products open from its dropdown, by pointer and by keyboard', async ({ page }) => {
  await page.goto('/about');
  const row = page.getByRole('navigation', { name: 'Categories' }).first();
  for (const name of ['Bridal', 'Earrings', 'Sets', 'Necklaces', 'Rings', 'Bracelets']) {
    await row.getByRole('link', { name, exact: true }).hover();
    await expect(row.getByRole('link', { name: `All ${name}` })).toBeVisible();
  }
  await page.locator('main').hover({ position: { x: 5, y: 600 } });
  await expect(row.getByRole('link', { name: 'All Bracelets' })).toBeHidden();
  await row.getByRole('link', { name: 'Rings', exact: true }).focus();
  await expect(row.getByRole('link', { name: 'All Rings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('link', { name: 'All Rings' })).toBeHidden();
  await row.getByRole('link', { name: 'Earrings', exact: true }).focus();
  await expect(row.getByRole('link', { name: 'All Earrings' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link', { name: 'All Earrings' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/category\/earrings$/);
});

test('the header has profile, favorites and ways to contact the shop at every width', async ({ page }) => {
  await page.goto('/about');
  for (const width of [320, 390, 767, 768, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = width >= 768 ? ['Phone', 'E-mail'] : [];
    for (const name of ['Your profile', 'Favorites', 'WhatsApp', 'Instagram', 'Facebook', ...wide])
      await expect(header(page).getByRole('link', { name, exact: true }).first(), `${width}`).toBeInViewport({ ratio: 1 });
    await expect(header(page).getByRole('link', { name: 'Admin' })).toBeVisible({ visible: width >= 768 });
    await expect(page.getByRole('main')).toHaveCSS('padding-top', width >= 1024 ? '144px' : '96px');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the search box opens with the cursor in it, closes by itself, and takes text as text', async ({ page }) => {
  const search = page.locator('#header-search');
  const box = search.getByLabel('Search products');
  await page.goto('/about');
  await search.locator('summary').click();
  await expect(box).toBeFocused();
  // Nothing is searched with only spaces.
  await box.fill('   ');
  await page.keyboard.press('Enter');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(search.locator('summary')).toBeFocused();

  await search.locator('summary').click();
  await expect(box).toBeFocused();
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
  await expect(box).toBeHidden();

  await search.locator('summary').click();
  await box.fill('  gold & <img src=x onerror=alert(1)>?  ');
  page.on('dialog', () => {
    throw new Error('What was typed has been executed');
  });
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/products');
  expect(new URL(page.url()).searchParams.get('search')).toBe('gold & <img src=x onerror=alert(1)>?');
  await expect(page.getByText('No products available at the moment')).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);

  await search.locator('summary').click();
  await box.fill('ring');
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=ring');
});

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('traps the focus, closes on Escape, its cross and a click outside, and returns the focus', async ({ page }) => {
    const complaints: string[] = [];
    await page.goto('/about', { waitUntil: 'networkidle' });
    page.on('console', (message) => /dialog/i.test(message.text()) && complaints.push(message.text()));
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
    expect(complaints).toEqual([]);
  });

  test('searches, and choosing a link closes it', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    // Held back on this page, so that the menu can be looked at after the choice.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { once: true }));
    await menu.getByRole('link', { name: 'Jewelry Sets' }).click();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByLabel('Search products').fill(' jhumka ');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=jhumka');
  });
});

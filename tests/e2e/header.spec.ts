import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

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

test.describe('the header', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('hides when scrolling down past 100 px, shows when scrolling up, and always within 50 px of the top', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await scrollPageTo(page, 100);
    await expect(header).toBeInViewport();
    await scrollPageTo(page, 101);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 700);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 690);
    await expect(header).toBeInViewport();
    await scrollPageTo(page, 900);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 50);
    await expect(header).toBeInViewport();
  });

  test('gets a shadow past 50 px, and moves in 300 ms', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await expect(header).toHaveCSS('transition-duration', '0.3s');
    await scrollPageTo(page, 50);
    await expect(header).not.toHaveAttribute('data-scrolled');
    await scrollPageTo(page, 51);
    await expect(header).toHaveAttribute('data-scrolled');
    await expect(header).not.toHaveCSS('box-shadow', 'none');
  });

  test('does not hide while focused, and comes back on focus', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(header.locator(':focus')).toBeVisible();
    await scrollPageTo(page, 600);
    await expect(header).toBeInViewport();
    await page.locator('main').focus();
    await scrollPageTo(page, 900);
    await expect(header).not.toBeInViewport();
    await header.getByRole('link', { name: 'Favorites' }).focus();
    await expect(header).toBeInViewport();
  });

  test('shows the delivery charge, with the social links beside it', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByText('Free Delivery Above PKR 2999 | Upto 20% Off', { exact: true })).toBeVisible();
    for (const name of ['WhatsApp', 'Instagram', 'Facebook'])
      await expect(page.locator('#site-header').getByRole('link', { name, exact: true }).first()).toBeVisible();
  });

  test('leads to a category’s products from its dropdown, by pointer and by keyboard; Escape closes it', async ({ page }) => {
    await page.goto('/about');
    const row = page.getByRole('navigation', { name: 'Categories' }).first();
    for (const name of ['Earrings', 'Sets', 'Necklaces', 'Rings', 'Bracelets']) {
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

  test('links best sellers, new arrivals with their badge, and all categories', async ({ page }) => {
    await page.goto('/about');
    const row = page.getByRole('navigation', { name: 'Categories' }).first();
    await expect(row.getByRole('link', { name: 'Best Selling' })).toHaveAttribute('href', '/products?filter=bestseller');
    await expect(row.getByRole('link', { name: /^New Arrival\s+NEW$/ })).toHaveAttribute('href', '/products?filter=new');
    await expect(row.getByRole('link', { name: 'All Categories' })).toHaveAttribute('href', '/categories');
  });

  test('shows a count at the cart only when it has items', async ({ page, shop }) => {
    await page.goto(shop.productUrl('layered-coin-chain-necklace'));
    const badge = page.locator('#site-header [data-cart-count]');
    await expect(badge).toBeHidden();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(badge).toHaveText('1');
    await page.goto('/about');
    await expect(badge).toBeVisible();
    await page.getByRole('button', { name: 'Cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Layered Coin Chain Necklace');
  });
});

test('pages start 96 px below the top, 144 px on large screens', async ({ page }) => {
  await page.goto('/about');
  for (const [width, padding] of [
    [1023, '96px'],
    [1024, '144px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('main')).toHaveCSS('padding-top', padding);
  }
});

test('every page opens at its top, whichever link led to it', async ({ page }) => {
  await page.goto('/about');
  await scrollPageTo(page, 2_000);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the person icon leads to the profile at every width, and every way to contact the shop is in the header', async ({
  page,
}) => {
  await page.goto('/about');
  const header = page.locator('#site-header');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(header.getByRole('link', { name: 'Your profile' })).toBeInViewport({ ratio: 1 });
    for (const name of ['WhatsApp', 'Instagram', 'Facebook', ...(width >= 768 ? ['Phone', 'E-mail'] : [])])
      await expect(header.getByRole('link', { name, exact: true }).first()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expect(header.getByRole('link', { name: 'Your profile' })).toHaveAttribute('href', '/profile');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: /^Phone: \+92/ })).toBeAttached();
  await expect(menu.getByRole('link', { name: /^E-mail: .+@/ })).toBeAttached();
});

test('the admin link shows from medium width, favorites at every width', async ({ page }) => {
  await page.goto('/about');
  for (const [width, admin] of [
    [320, false],
    [767, false],
    [768, true],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('#site-header').getByRole('link', { name: 'Admin' })).toBeVisible({ visible: admin });
    await expect(page.locator('#site-header').getByRole('link', { name: 'Favorites' }).first()).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
});

test('the menu opens and closes without a complaint of the browser, and once', async ({ page }) => {
  const complaints: string[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about', { waitUntil: 'networkidle' });
  page.on('console', (message) => /dialog/i.test(message.text()) && complaints.push(message.text()));
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const leave of [() => menu.getByRole('button', { name: 'Close menu' }).click(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    await leave();
    await expect(menu).toBeHidden();
  }
  expect(complaints).toEqual([]);
});

import { findings } from '#tests/setup/axe.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

/** A phone, a tablet and a desktop. */
const WIDTHS = [390, 768, 1440] as const;

const ROUTES = [
  '/',
  '/products',
  '/products?search=nothing-of-the-kind',
  '/products?filter=new',
  '/categories',
  '/category/rings',
  '/favorites',
  '/profile',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/confirm-address',
  '/track',
  '/contact',
  '/about',
  '/privacy',
  '/terms',
  '/shipping',
  '/checkout',
  '/product/emerald-drop-earrings',
  // Newer than the pages, or unknown: the shells.
  '/category/zzz',
  '/product/zzz',
];

for (const path of ROUTES) {
  test(`axe finds no fault on ${path}, on a phone, a tablet and a desktop`, async ({ page, shop, forgive }) => {
    // What fades in is judged when it has arrived.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    const product = /^\/product\/(.+-.+)$/.exec(path)?.[1];
    await page.goto(product ? shop.productUrl(product) : path, { waitUntil: 'networkidle' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findings(page), `at ${width} px`).toEqual([]);
    }
    // The product that is not there: the browser itself reports the API's 404.
    if (path === '/product/zzz') forgive(/404/);
  });
}

for (const width of [390, 1440]) {
  test(`axe finds no fault in dialogs and menus at ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(shop.productUrl('layered-coin-chain-necklace'));
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Subtotal');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('#header-search summary').click();
    // By keyboard: the button is away where it would lie on something.
    await page.locator('#floating-contact summary').press('Enter');
    expect(await findings(page)).toEqual([]);
    if (width > 1000) return;
    await page.getByRole('button', { name: 'Open menu' }).click();
    expect(await findings(page)).toEqual([]);
    await page.goto('/products?color=Gold&size=7');
    await page.getByRole('button', { name: 'Filters 2 chosen' }).click();
    await expect(page.getByRole('group', { name: 'Sizes' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

test('axe finds no fault on the home page while its carousels move', async ({ page }) => {
  await page.goto('/');
  for (const name of ['categories', 'collections', 'testimonials']) {
    const found = page.getByRole('region', { name, exact: true });
    await found.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 40);
    await found.getByRole('checkbox', { name: `Pause ${name}` }).check();
    await expect(found.locator('.swiper-initialized')).toBeVisible();
  }
  // The hero fades meanwhile; it is judged at rest above.
  expect(await findings(page, ['.hero'])).toEqual([]);
});

test('the first Tab reaches the skip link, which leads to the content', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('Tab goes through the header in reading order with a visible focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/about');
  const names: string[] = [];
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    names.push((await focused.getAttribute('aria-label')) ?? (await focused.textContent())?.trim() ?? '');
    await expect(focused).not.toHaveCSS('outline-style', 'none');
    // What a category offers opens with the focus on it.
    if (names.at(-1) === 'Earrings') await expect(page.getByRole('link', { name: 'All Earrings' })).toBeVisible();
  }
  expect(names.slice(0, 14)).toEqual([
    'Skip to content',
    'WhatsApp',
    'Phone',
    'E-mail',
    'Instagram',
    'Facebook',
    'Admin',
    'Search',
    'Naqsh home',
    'Your profile',
    'Favorites',
    'Cart',
    'Earrings',
    'All Earrings',
  ]);
});

test('the cart drawer opens by keyboard, traps the focus and returns it', async ({ page }) => {
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Cart' });
  await button.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(drawer).toContainText('Your cart is empty');
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest('#cart-drawer')),
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();
});

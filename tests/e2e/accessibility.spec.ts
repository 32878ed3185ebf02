import { expectNoFindings, findings } from '#tests/setup/axe.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

test('axe finds no fault in dialogs and menus', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(shop.productUrl('layered-coin-chain-necklace'));
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Subtotal');
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#header-search summary').click();
  // By keyboard: the button is away where it would lie on something.
  await page.locator('#floating-contact summary').press('Enter');
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await findings(page)).toEqual([]);
  await page.goto('/products?color=Gold&size=7');
  await page.getByRole('button', { name: 'Filters 2 chosen' }).click();
  await expect(page.getByRole('group', { name: 'Sizes' })).toBeVisible();
  await expectNoFindings(page);
  await page.goto('/products?search=nothing-of-the-kind');
  await expect(page.getByText('No products available at the moment')).toBeVisible();
  await expectNoFindings(page);
});

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

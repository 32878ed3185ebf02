import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf, keep, LIPSTICK } from '#tests/setup/browsers/shopper.ts';

const PHONE = { widths: [390] };

test('two engines find no fault in what opens on a phone: cart, search, contact and menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/products?color=Gold&size=7');
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible();
  await page.locator('#header-search summary').click();
  // By keyboard: the button is away where it would lie on something.
  await page.locator('#floating-contact summary').press('Enter');
  await expectNoFindings(page, PHONE);
  await page.goto('/products?search=nothing-of-the-kind');
  await expect(page.getByText('No products available at the moment')).toBeVisible();
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  await expect(cartOf(page)).toContainText('Subtotal');
  await expectNoFindings(page, PHONE);
  await page.keyboard.press('Escape');
  await expectNoFindings(page, { ...PHONE, alone: true });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectNoFindings(page, PHONE);
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
  // The hero fades meanwhile; it is judged at rest elsewhere.
  await expectNoFindings(page, { without: ['.hero'], widths: [1280], alone: true });
});

test('Tab goes from the skip link through the header in reading order with a visible focus', async ({ page }) => {
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
  await page.evaluate(() => scrollTo(0, 0));
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

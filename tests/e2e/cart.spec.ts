import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';
import { keep, kept, LIPSTICK, MOON, NAIL_POLISH } from '#tests/setup/shopper.ts';

const cartOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping cart' });

async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
  return cartOf(page);
}

test('an empty cart says so and leads to the products', async ({ page }) => {
  await page.goto('/about');
  const cart = await openCart(page);
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  await cart.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(cartOf(page)).toBeHidden();
});

test('a line shows name, unit price, colour and size, and plus and minus change that line alone', async ({ page }) => {
  await keep(page, {
    cart_v1: [
      { product: MOON, quantity: 1, selectedColor: 'Gold', selectedSize: 'One Size' },
      { product: MOON, quantity: 1, selectedColor: 'Silver' },
    ],
  });
  await page.goto('/about');
  const cart = await openCart(page);
  const gold = cart.getByRole('listitem').filter({ hasText: 'Size: One Size · Color: Gold' });
  const silver = cart.getByRole('listitem').filter({ hasText: 'Color: Silver' });
  await expect(gold).toContainText('Crescent Moon & Star Pendant');
  await expect(gold).toContainText('Rs. 1,150');

  await gold.getByRole('button', { name: /^Increase/ }).click();
  await expect(gold.getByRole('status')).toHaveText('2');
  await expect(gold).toContainText('Rs. 1,150 each');
  await expect(gold).toContainText('Rs. 2,300');
  await expect(silver.getByRole('status')).toHaveText('1');
  await gold.getByRole('button', { name: /^Decrease/ }).click();
  await expect(gold.getByRole('status')).toHaveText('1');
  await gold.getByRole('button', { name: /^Decrease/ }).click();
  await expect(gold).toHaveCount(0);
  await expect(silver).toHaveCount(1);
  await silver.getByRole('button', { name: /^Remove/ }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();
});

test('opening the cart loads current prices and shows what changed', async ({ page }) => {
  await keep(page, { cart_v1: [{ product: { ...LIPSTICK, price: 1000 }, quantity: 1 }] });
  await page.goto('/about');
  const cart = await openCart(page);
  await expect(cart.getByText('Price is now Rs. 1,190 (was Rs. 1,000)', { exact: true })).toBeVisible();
  await expect(cart.locator('dl')).toContainText('Rs. 1,390');
});

test('a line stops at the stock, and an unavailable product is shown as such and costs nothing', async ({ page }) => {
  const soldOut = { ...LIPSTICK, id: '68f0a1000000000000000206', name: 'Ruby Flower Stud Earrings', price: 690 };
  await keep(page, {
    cart_v1: [
      { product: NAIL_POLISH, quantity: 100 },
      { product: soldOut, quantity: 1 },
    ],
  });
  await page.goto('/about');
  const cart = await openCart(page);
  const polish = cart.getByRole('listitem').filter({ hasText: 'Nail Polish' });
  await expect(polish.getByText(/^Only \d+ left$/).first()).toBeVisible();
  await expect(polish.getByRole('button', { name: /^Increase/ })).toBeDisabled();
  const gone = cart.getByRole('listitem').filter({ hasText: 'Ruby Flower' });
  await expect(gone.getByText('No longer available')).toBeVisible();
  await expect(gone.getByRole('button', { name: /^Increase/ })).toHaveCount(0);
});

test('with the API down, the cart still works and says that prices are not confirmed', async ({ page, forgive }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/about');
  const cart = await openCart(page);
  await expect(cart.getByText('We could not check today’s prices just now. They will be confirmed at checkout.')).toBeVisible();
  await cart.getByRole('button', { name: /^Increase/ }).click();
  await expect(cart.locator('dl')).toContainText('Rs. 2,380');
  await page.reload();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('2');
  forgive(/ERR_FAILED/);
});

test('two tabs share one cart', async ({ page, context }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/about');
  const other = await context.newPage();
  await other.goto('/privacy');
  const cart = await openCart(page);
  await cart.getByRole('button', { name: /^Increase/ }).click();
  await expect(other.locator('[data-cart-count]').first()).toHaveText('2');
  const otherCart = await openCart(other);
  await otherCart.getByRole('button', { name: /^Remove/ }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
});

test('the drawer traps the focus, closes by its button, Escape and the backdrop, and returns the focus', async ({ page }) => {
  await page.goto('/about');
  const opener = page.getByRole('button', { name: 'Cart', exact: true }).first();
  const cart = await openCart(page);
  await cart.getByRole('button', { name: 'Close cart' }).click();
  await expect(cart).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement?.closest('dialog'))).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await expect(cart).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(cart).toBeVisible();
  await page.mouse.click(10, 300);
  await expect(cart).toBeHidden();
  expect(await kept(page, 'cart_v1')).toBeNull();
});

test('Checkout in the drawer leads to the checkout', async ({ page }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/about');
  const cart = await openCart(page);
  await cart.getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
});

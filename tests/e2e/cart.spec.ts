import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf, keep, kept, LIPSTICK, MOON, NAIL_POLISH, openCart } from '#tests/setup/browsers/shopper.ts';

test('plus and minus change one line of the cart alone; an empty cart leads to the products', async ({ page }) => {
  await keep(page, {
    cart_v1: [
      { product: MOON, quantity: 1, selectedColor: 'Gold', selectedSize: 'One Size' },
      { product: MOON, quantity: 1, selectedColor: 'Silver' },
    ],
  });
  await page.goto('/about');
  await expect(page.locator('[data-cart-count]').first()).toHaveText('2');
  const cart = await openCart(page);
  const gold = cart.getByRole('listitem').filter({ hasText: 'Size: One Size · Colour: Gold' });
  const silver = cart.getByRole('listitem').filter({ hasText: 'Colour: Silver' });
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
  await silver.getByRole('button', { name: /^Remove/ }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();
  await cart.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(cartOf(page)).toBeHidden();
});

test('opening the cart shows what changed, or that prices are not confirmed', async ({ page, context, forgive }) => {
  forgive(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const soldOut = { ...LIPSTICK, id: '68f0a1000000000000000206', name: 'Ruby Flower Stud Earrings', price: 690 };
  await keep(page, {
    cart_v1: [
      { product: { ...LIPSTICK, price: 1000 }, quantity: 1 },
      { product: { ...NAIL_POLISH, stockQuantity: 1000 }, quantity: 1000 },
      { product: soldOut, quantity: 1 },
    ],
  });
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/about');
  const cart = await openCart(page);
  const lipstick = cart.getByRole('listitem').filter({ hasText: 'Lipstick' });
  await expect(cart.getByText('We could not check today’s prices just now. They will be confirmed at checkout.')).toBeVisible();
  await lipstick.getByRole('button', { name: /^Increase/ }).click();
  await expect(lipstick).toContainText('Rs. 2,000');

  // They are requested again when the connection is back.
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(cart.getByText('Price is now Rs. 1,190 (was Rs. 1,000)', { exact: true })).toBeVisible();
  await expect(cart.getByText(/We could not check today’s prices/)).toHaveCount(0);
  const polish = cart.getByRole('listitem').filter({ hasText: 'Nail Polish' });
  await expect(polish.getByText(/^Only \d+ left$/).first()).toBeVisible();
  await expect(polish.getByRole('button', { name: /^Increase/ })).toBeDisabled();
  const gone = cart.getByRole('listitem').filter({ hasText: 'Ruby Flower' });
  await expect(gone.getByText('No longer available')).toBeVisible();
  await expect(gone.getByRole('button', { name: /^Increase/ })).toHaveCount(0);
  await polish.getByRole('button', { name: /^Remove/ }).click();
  await expect(cart.locator('dl')).toContainText('Rs. 2,580');
  await lipstick.getByRole('button', { name: /^Remove/ }).click();

  // With nothing but unavailable products it leads to the shop, not to the checkout.
  await expect(cart.getByText('Nothing in your cart is available any more.')).toBeVisible();
  await expect(cart.getByRole('link', { name: 'Checkout' })).toHaveCount(0);
  await cart.getByRole('button', { name: 'Empty the cart' }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
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

import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import {
  cartOf,
  completeOrder,
  fillCheckout,
  keep,
  kept,
  LIPSTICK,
  openCart,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

test('without storage the cart survives from page to page, says for how long, and can be ordered', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto(`/product/${LIPSTICK.id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cartOf(page)).toContainText('It stays as long as this tab is open.');
  await cartOf(page).getByRole('link', { name: 'Checkout' }).click();
  await fillCheckout(page);
  expect((await completeOrder(page)).request().postDataJSON().items).toMatchObject([{ productId: LIPSTICK.id, quantity: 1 }]);
  await orderNumberShown(page);
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await page.waitForURL('/products');
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();
});

test('full storage is cleared for the cart, except for the shopper’s own data', async ({ page }) => {
  await keep(page, { profile_v1: { name: 'Sana' } });
  await page.evaluate(() => {
    let room = 5 * 1024 * 1024;
    for (let part = 0; room > 0; ) {
      try {
        localStorage.setItem(`old_cache_${part}`, 'x'.repeat(room));
        part += 1;
      } catch {
        // No room for so much: half of it may fit.
        room = Math.floor(room / 2);
      }
    }
  });
  await page.goto(`/product/${LIPSTICK.id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cartOf(page).getByRole('listitem').filter({ hasText: LIPSTICK.name })).toHaveCount(1);
  expect(await kept(page, 'cart_v1')).toMatchObject([{ product: { id: LIPSTICK.id } }]);
  expect(await kept(page, 'profile_v1')).toEqual({ name: 'Sana' });
});

test('offline the drawer lists the cart, and updates when the connection is back', async ({ page, context, forgive }) => {
  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 2 }] });
  await page.goto('/about');
  await context.setOffline(true);
  const cart = await openCart(page);
  await expect(cart.getByText('You are offline.')).toBeVisible();
  await expect(cart.getByText('2 × Velvet Matte Lipstick Duo: Rs. 2,380')).toBeVisible();
  await expect(cart.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await context.setOffline(false);
  await expect(cart.getByRole('button', { name: /^Increase/ })).toBeVisible();
  await expect(cart.getByText('You are offline.')).toHaveCount(0);
  forgive(/ERR_INTERNET_DISCONNECTED/);
});

test('a 51st item is refused with a visible reason', async ({ page }) => {
  const ids = Array.from({ length: 50 }, (_, place) => place.toString(16).padStart(24, 'e'));
  const lines = ids.map((id) => ({ product: { ...LIPSTICK, id: `c_${id}` }, quantity: 1 }));
  await keep(page, { cart_v1: lines });
  await page.goto(`/product/${LIPSTICK.id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  const cart = cartOf(page);
  // In sight, besides being said to whoever cannot see it.
  const reason = cart.locator('p:not([role=status])', { hasText: 'Not added.' });
  await expect(reason).toContainText(`${LIPSTICK.name}: Not added. One order takes 50 different items`);
  await cart
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(reason).toHaveCount(0);
});

import { makeOlder } from '#tests/setup/browsers/older-browser.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { completeOrder, fillCheckout, orderNumberShown } from '#tests/setup/browsers/shopper.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('in the oldest supported browsers a shopper searches, sorts, favors, fills the cart and orders', async ({ page, shop }) => {
  await makeOlder(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByLabel('Search products').fill('choker');
  await menu.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(/search=choker/);
  await expect(page.getByRole('main').getByRole('link', { name: 'Crystal Tennis Choker' }).first()).toBeVisible();

  await page.goto('/products');
  await page.getByRole('combobox', { name: /sort/i }).selectOption({ label: 'Price: High to Low' });
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Kundan Bridal Choker Set');
  await page.goto('/categories');
  await page.getByRole('searchbox', { name: /categories/i }).fill('ring');
  await expect(page.getByRole('main').getByRole('link', { name: /Rings/ }).first()).toBeVisible();

  await page.goto(shop.productUrl('layered-coin-chain-necklace'));
  await page
    .locator('#product')
    .getByRole('button', { name: /^Favorite/ })
    .click();
  await page.locator('#product').getByRole('button', { name: 'Add to Cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(cart).toContainText('Layered Coin Chain Necklace');
  await expect(cart).toContainText('Total');
  await page.keyboard.press('Escape');
  await expect(cart).toBeHidden();

  await page.goto('/favorites');
  await expect(page.getByRole('main').getByText('Layered Coin Chain Necklace').first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/checkout');
  await fillCheckout(page, { email: 'older@example.com', phone: '0302 5556677' });
  await completeOrder(page);
  expect(await orderNumberShown(page)).toMatch(/^ORD-\d+$/);
  await page.getByRole('dialog', { name: 'Order Submitted' }).getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'did not work' })).toBeHidden();
});

test('a browser too old for the cart shows the page and how to order', async ({ page, shop }) => {
  await page.route(/\/_astro\/.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule');
  });
  await page.goto(shop.productUrl('layered-coin-chain-necklace'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Layered Coin Chain Necklace');
  const words = page.getByText('this browser is too old for our cart');
  await expect(words).toBeVisible();
  await expect(words.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  await expect(words.getByRole('link', { name: /^\+92/ })).toHaveAttribute('href', /^tel:\+92\d+$/);
});

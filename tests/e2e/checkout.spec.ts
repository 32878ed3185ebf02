import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import {
  cartOf,
  completeOrder,
  fillCheckout,
  isOrder,
  LIPSTICK,
  MOON,
  openCart,
  openCheckout,
  orderNumberShown,
} from '#tests/setup/browsers/shopper.ts';

const heading = (page: Page) => page.locator('#step-title');
const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });
const addressField = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true });

test('the steps go forward without validation and back, and a reload keeps input and step', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  // It links to help and the cart, and nowhere else.
  await expect(page.getByRole('banner')).toContainText('Secure checkout · Cash on Delivery');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Help by WhatsApp/ })).toBeInViewport();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /^Phone/ })).toBeVisible();
  await expect(page.getByLabel('Search products')).toHaveCount(0);
  await expect(page.locator('a[href^="/category/"], .floating-contact')).toHaveCount(0);

  await expect(heading(page)).toHaveText('Contact Information');
  await expect(back(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('sana@example.com');
  await next(page).click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(heading(page)).toBeFocused();
  await addressField(page).fill('5 Canal View, Lahore');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await back(page).focus();
    await page.keyboard.press('Tab');
    await expect(next(page)).toBeFocused();
    const [first, second] = await Promise.all([back(page).boundingBox(), next(page).boundingBox()]);
    expect(first?.y).toBe(second?.y);
    expect(first?.x ?? 0).toBeLessThan(second?.x ?? 0);
  }
  await next(page).click();
  await expect(heading(page)).toHaveText('Shipping & Payment');
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeVisible();
  // Without a name the first step is not done.
  await expect(page.getByRole('list', { name: 'Step 3 of 3' }).getByRole('listitem').filter({ hasText: '(done)' })).toHaveText(
    'Shipping Address (done)',
  );

  await page.goBack();
  await expect(heading(page)).toHaveText('Shipping Address');
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Information');
  await page.goForward();
  await expect(heading(page)).toHaveText('Shipping Address');
  // The page's own Back is the browser's: it leaves no entry behind.
  await next(page).click();
  await back(page).click();
  await expect(heading(page)).toHaveText('Shipping Address');
  await page.reload();
  await expect(heading(page)).toHaveText('Shipping Address');
  await expect(addressField(page)).toHaveValue('5 Canal View, Lahore');
  await page.goBack();
  await expect(heading(page)).toHaveText('Contact Information');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('sana@example.com');
  await page.goBack();
  await expect(page).toHaveURL(/robots\.txt$/);
});

test('on a phone the folded summary says that prices have changed, and opens to lines and sums', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const moved = await measureMoves(page);
  await openCheckout(page, [
    { product: { ...LIPSTICK, price: 1000 }, quantity: 2 },
    { product: MOON, quantity: 1, selectedColor: 'Gold' },
  ]);
  await expect(page.getByText('Your order has changed')).toBeVisible();
  expect(await moved()).toBeLessThanOrEqual(0.005);
  await page.getByRole('button', { name: 'Show the order, total Rs. 3,530' }).click();
  await expect(page.getByText('Price is now Rs. 1,190 (was Rs. 1,000)', { exact: true })).toBeVisible();
  await expect(page.getByText('Your order has changed')).toHaveCount(0);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const line = summary.getByRole('listitem').filter({ hasText: LIPSTICK.name });
  await expect(line).toContainText('Qty: 2');
  await expect(line).toContainText('Rs. 2,380');
  await expect(line.locator('img')).toHaveCount(1);
  for (const sum of ['SubtotalRs. 3,530', 'ShippingFree', 'TotalRs. 3,530'])
    await expect(summary.locator('dl')).toContainText(sum);
});

test('an address without a city asks for one, and a mistyped city is put right by one press', async ({ page }) => {
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { address: '12 Multan Road' });
  let sent = 0;
  page.on('request', (request) => isOrder(request) && sent++);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const city = page.getByRole('combobox', { name: 'City' });
  await expect(city).toBeFocused();
  await expect(city).toHaveAccessibleDescription(/Which city should we deliver to\?/);
  expect(sent).toBe(0);
  await city.fill('Karachii');
  await page.getByRole('button', { name: 'Did you mean Karachi?' }).click();
  await expect(city).toHaveValue('Karachi');
  await expect(city).toHaveAccessibleDescription(/^Delivery to Karachi/);
  await city.clear();
  await addressField(page).fill(`House ${crypto.randomUUID()}, Lahroe`);
  await expect(city).toHaveAccessibleDescription('Did you mean Lahore?');
  await city.fill('Lahore');
  await next(page).click();
  expect((await completeOrder(page)).request().postDataJSON()).toMatchObject({ city: 'Lahore' });
  await orderNumberShown(page);
});

const CHAT = '[11:42 pm] Ayesha: Assalamualaikum\nName: Ayesha Khan\nHouse 15, Street 4, Gulshan e Iqbal, Karachi\n0321 7654321';

test('a chat pasted as the address is read when the shopper says so, and stays whole otherwise', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const readers: string[] = [];
  page.on('request', (request) => /ChatQuestion/.test(request.url()) && readers.push(request.url()));
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByLabel('First name').fill('Sana');
  await next(page).click();
  const address = addressField(page);
  await paste(address, 'House 15, Street 4, Gulshan');
  const height = (await address.boundingBox())?.height ?? 0;
  expect(readers).toEqual([]);

  await paste(address, CHAT);
  expect((await address.boundingBox())?.height).toBeGreaterThan(height);
  const question = page.getByRole('status').filter({ hasText: 'This looks like a chat.' });
  await expect(question).toContainText('Ayesha Khan instead of Sana');
  await expectNoFindings(page, { widths: [390] });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await question.getByRole('button', { name: 'No, keep my text' }).click();
  await expect(address).toHaveValue(CHAT);

  await paste(address, CHAT);
  await page.getByRole('button', { name: 'Yes, use this' }).click();
  await expect(address).toHaveValue('House 15, Street 4, Gulshan e Iqbal, Karachi');
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Karachi');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(address).toHaveValue(CHAT);
  await paste(address, CHAT);
  await page.getByRole('button', { name: 'Yes, use this' }).click();
  await back(page).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ayesha');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+923217654321');
});

test('a cart emptied here or in another tab leaves no step to complete, and loses no input', async ({ page }) => {
  const remove = (of: Page) =>
    cartOf(of)
      .getByRole('button', { name: /^Remove/ })
      .click();
  const address = `House ${crypto.randomUUID()}, Lahore`;
  const isEmpty = async () => {
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Complete Order' })).toHaveCount(0);
    await expect(page.getByText('You pay')).toHaveCount(0);
  };
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await fillCheckout(page, { address });
  await page.getByRole('button', { name: 'Back to cart' }).click();
  await remove(page);
  await cartOf(page).getByRole('button', { name: 'Close' }).first().click();
  await isEmpty();
  await page.reload();
  await isEmpty();
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/\/products$/);
  for (let step = 0; step < 2; step++) {
    await page.goBack();
    await isEmpty();
  }

  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  for (let step = 0; step < 2; step++) await next(page).click();
  await expect(page.getByText(address)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/about');
  await openCart(other);
  await remove(other);
  await isEmpty();
});

test('with nothing left to buy the first step names the missing products, and goes no further', async ({ page }) => {
  const gone = { ...LIPSTICK, id: 'd'.repeat(24), name: 'Jade Bangle', stockQuantity: 0 };
  await openCheckout(page, [{ product: gone, quantity: 1 }]);
  const note = page.getByRole('alert');
  await expect(note).toContainText('Nothing in your cart is available any more.');
  await expect(note).toContainText('Jade Bangle');
  await next(page).click();
  await expect(heading(page)).toHaveText('Contact Information');
  await note.getByRole('button', { name: 'Empty the cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

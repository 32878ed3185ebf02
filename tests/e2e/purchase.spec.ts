import { expect, test } from '#tests/setup/browsers/shop-test.ts';

test('a shopper on a phone buys a ring with cash on delivery, and staff find the order', async ({ page, shop, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  await page.getByText('Rose Gold', { exact: true }).first().click();
  await page.getByText('7', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();

  const cart = page.getByRole('dialog', { name: 'Shopping cart' });
  await expect(cart).toContainText('Rose Gold Halo Ring');
  await expect(cart).toContainText('Rs. 1,850');
  await expect(cart).toContainText('Rs. 2,050');
  await cart.getByRole('link', { name: 'Checkout' }).click();

  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ayesha@example.com');
  await page.getByLabel('First name').fill('Ayesha');
  await page.getByLabel('Last name').fill('Khan');
  await page.getByRole('textbox', { name: 'Phone' }).fill('0300 1234567');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('House 12, Street 4, F-7/2');
  await page.getByLabel('City').fill('Islamabad');
  await page.getByLabel('Zip code').fill('44000');
  await expect(page.getByLabel('Country')).toHaveValue('pk');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Payment method: Cash on Delivery')).toBeVisible();
  await page.getByRole('button', { name: 'Complete Order' }).click();

  const success = page.getByRole('dialog', { name: 'Order Submitted' });
  await expect(success).toContainText('We will contact you shortly to confirm your order.');
  const orderNumber = /ORD-\d+/.exec((await success.textContent()) ?? '')?.[0] ?? '';
  expect(orderNumber).toMatch(/^ORD-\d+$/);
  await success.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();

  const office = await browser.newPage({ baseURL: shop.url, viewport: { width: 1440, height: 900 } });
  await office.goto('/admin/orders');
  await office.getByLabel(/username/i).fill(shop.staff.username);
  await office.getByLabel('Password').fill(shop.staff.password);
  await office.getByRole('button', { name: /log ?in|sign in/i }).click();
  const row = office.getByRole('row').filter({ hasText: orderNumber });
  await expect(row).toContainText('Ayesha Khan');
  await expect(row).toContainText('2,050');
  await row.getByRole('combobox').click();
  await office.getByRole('option', { name: 'Processing' }).click();
  await expect(office.getByText(`Order ${orderNumber} is now Processing`).first()).toBeVisible();
  await office.reload();
  await expect(office.getByRole('row').filter({ hasText: orderNumber }).getByRole('combobox')).toHaveText('Processing');
  await office.close();
});

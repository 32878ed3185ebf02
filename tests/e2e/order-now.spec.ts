import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf, isOrder, kept, MOON, orderNumberShown } from '#tests/setup/browsers/shopper.ts';

test('on a phone a piece is ordered from its page with a phone, a name and an address, nothing typed is lost, and the next piece goes into the same parcel', async ({
  page,
  shop,
  forgive,
}) => {
  // What is asked again.
  forgive(/409/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  const press = () => page.locator('#product').getByRole('button', { name: 'Order now' }).click();
  const sheet = page.getByRole('dialog', { name: 'Order now' });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await press();
  await expect.poll(() => asked).toEqual(['Please select a color']);
  await page.getByRole('radio', { name: 'Silver' }).check();
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await press();
  await expect(sheet.getByRole('heading', { name: 'Order now' })).toBeFocused();
  await expect(sheet.getByRole('textbox').or(sheet.getByRole('combobox'))).toHaveCount(5);
  await expect(sheet.getByRole('button', { name: 'Complete Order · Rs. 2,050' })).toBeVisible();

  // The keyboard stays in the sheet, and what is missing is said at its field.
  await sheet.getByRole('button', { name: /Complete Order/ }).click();
  const phone = sheet.getByLabel('Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('Please enter your phone number');
  await expectNoFindings(page, { widths: [390], what: 'the sheet' });
  await page.keyboard.type('0301 7654321');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sana Ahmed');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.locator('#product').getByRole('button', { name: 'Order now' })).toBeFocused();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 1, selectedColor: 'Silver', selectedSize: '8' }]);

  await page.reload();
  await page.getByRole('radio', { name: 'Silver' }).check();
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await press();
  await expect(phone).toHaveValue('0301 7654321');
  await expect(sheet.getByLabel('Name')).toHaveValue('Sana Ahmed');
  await sheet.getByLabel('Address').fill(`House ${crypto.randomUUID()}`);
  await sheet.getByLabel('City').fill('Lahore');
  await expect(sheet.getByText('Delivery to Lahore').first()).toBeVisible();
  const [sent] = await Promise.all([page.waitForRequest(isOrder), sheet.getByRole('button', { name: /Complete Order/ }).click()]);
  expect(sent.postDataJSON()).toMatchObject({
    customerName: 'Sana Ahmed',
    customerEmail: '',
    city: 'Lahore',
    totalAmount: 2050,
    remark: '',
  });
  expect(sent.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  const orderNumber = await orderNumberShown(page);
  expect(await kept(page, 'cart_v1')).toEqual([]);

  await page.goto(`/product/${MOON.id}`);
  await page.getByRole('radio', { name: 'Silver' }).check();
  await page.locator('#product').getByRole('button', { name: 'Add to Cart' }).click();
  // Adding saves the delivery of another parcel, so that it comes first.
  await expect(cartOf(page).getByRole('link', { name: 'Checkout' })).toHaveClass(/btn-outline/);
  const offer = cartOf(page).getByRole('button', { name: `Add to your order ${orderNumber}` });
  await expect(offer).toHaveClass(/btn-primary/);
  await offer.click();
  await expect(sheet).toContainText('With this it costs Rs. 3,000 instead of Rs. 2,050.');
  await expect(sheet.getByRole('button', { name: /Complete Order/ })).toHaveClass(/btn-outline/);
  await sheet.getByRole('button', { name: 'Add to it · Rs. 3,000 in all' }).click();
  const added = page.getByRole('dialog', { name: 'Added to your order' });
  await expect(added).toContainText('Rs. 3,000 in cash when it arrives');
  await expect(added.getByRole('region', { name: 'Goes well with it' }).getByRole('link')).toHaveText([
    'Sapphire Solitaire Ring',
  ]);
  await added.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByRole('region', { name: `Order ${orderNumber}` })).toContainText('Rs. 3,000');
  expect(await kept(page, 'cart_v1')).toEqual([]);
  // The device that ordered shows what was typed there.
  await expect(page.getByRole('region', { name: 'Is everything right?' })).toContainText('Sana Ahmed');
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Sana Ahmed');
});

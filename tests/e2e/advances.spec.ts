import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

const PHOTO = 'public/icon-192.png';

const WIDTHS = { widths: [390, 1440] };

test('a customer sends number and receipt of an advance, loses nothing when that fails, and staff find the money', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/415|422|ERR_FAILED/);
  const order = await staff.order({ customerPhone: `0308 ${Math.floor(1_000_000 + Math.random() * 8_999_999)}` });
  await staff.call('PUT', `/advances/${order.id}`, { basis: 'sum', amount: 500, reason: 'A large order' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/order/${order.orderNumber}#${order.pageKey}`);
  const advance = page.getByRole('region', { name: /500 in advance/ });
  await expect(advance).toContainText('A large order');
  await expectNoFindings(page, { ...WIDTHS, what: 'an advance', alone: true });

  const send = advance.getByRole('button', { name: 'I have paid' });
  await send.click();
  await expect(advance).toContainText('Enter the transaction number, or add a photo of the receipt');
  const number = `FT-${order.orderNumber}`;
  await advance.getByLabel('Transaction number').fill(number);
  const photo = advance.getByLabel('Photo of the receipt');
  await photo.setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(photo).toHaveAccessibleDescription('“receipt.pdf” is no picture');
  await expect(advance.getByLabel('Transaction number')).toHaveValue(number);
  await photo.setInputFiles(PHOTO);
  await page.route('**/api/order-page/transfer', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(advance.getByRole('alert')).toContainText('What you typed is still here');
  await expect(advance.getByRole('img', { name: /^Chosen: / })).toBeVisible();
  await send.click();
  await expect(page.getByRole('region', { name: 'Thanks, we’re checking it' })).toContainText(number);

  await page.goto(`/admin/orders/${order.orderNumber}`);
  const payment = page.getByRole('region', { name: 'Payment', exact: true });
  await payment.getByRole('button', { name: 'Look at the receipt' }).click();
  await expect(page.getByRole('dialog', { name: `Receipt ${number}` }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await payment.getByRole('button', { name: 'It arrived…' }).click();
  const form = page.getByRole('dialog', { name: 'It arrived' });
  await expectNoFindings(page, { ...WIDTHS, what: 'booking a transfer', alone: true });
  await form.getByRole('button', { name: 'Book' }).click();
  await expect(payment).toContainText('The advance of Rs. 500 has arrived.');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Advance: Rs. 500, Bank transfer, ${number}`);
  await page.goto(`/order/${order.orderNumber}#${order.pageKey}`);
  await expect(page.getByRole('region', { name: '500 received, thank you' })).toBeVisible();
});

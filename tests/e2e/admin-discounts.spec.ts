import { addBangles } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** A code that no other test has. */
const newCode = () => `E2E${Date.now().toString(36).toUpperCase()}`;

test('an owner adds a code on a phone, pauses it with one press, and finds its link', async ({ page, staff }) => {
  const code = newCode();
  await page.goto('/admin/discounts');
  await page.getByRole('button', { name: 'New Code' }).click();
  const form = page.getByRole('dialog', { name: 'New Code' });
  await form.getByLabel('Code *').fill(code.toLowerCase());
  await form.getByLabel('Creator or campaign').fill('Ayesha on Instagram');
  await form.getByLabel('Takes off *').fill('120');
  await form.getByLabel('Ends').fill('2035-12-31T23:59');
  await form.getByRole('button', { name: 'Rings', exact: true }).click();
  await form.getByRole('button', { name: 'Add Code' }).click();
  await expect(form.getByText('At most 100 percent')).toBeVisible();
  await form.getByLabel('Takes off *').fill('12');
  await form.getByRole('button', { name: 'Add Code' }).click();
  await expect(form).toBeHidden();

  const card = page.getByRole('list', { name: 'codes' }).getByRole('listitem').filter({ hasText: code });
  await expect(card).toContainText('12% off Rings, once per phone, until 31 Dec 2035');
  await card.getByRole('button', { name: `Pause ${code}` }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  const saved = (await staff.call('GET', '/discount-codes')).find((one: { code: string }) => one.code === code);
  expect(saved).toMatchObject({ isPaused: true, endsAt: '2035-12-31T18:59:00.000Z', categories: ['rings'] });

  // One that has ended offers nothing to resume.
  await card.getByRole('button', { name: `Edit ${code}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${code}` });
  await edit.getByLabel('Ends').fill('2020-12-31T23:59');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Ended', { exact: true })).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(2);

  await card.getByRole('button', { name: `Link of ${code}` }).click();
  await expect(page.getByRole('img', { name: `QR code of the link of ${code}` })).toBeVisible();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(`${new URL(page.url()).origin}/?code=${code}`);
});

test('an order by phone has a code; one that its customer has used is placed without it only when staff say so', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/); // the code is refused
  const { id } = await addBangles(staff, { '2.4': 5 }, { price: 1200 });
  const code = newCode();
  await staff.call('POST', '/discount-codes', { code, kind: 'sum', value: 200 });
  const phone = `0347 ${String(Date.now()).slice(-7)}`;
  const items = [{ productId: id, selectedSize: '2.4', quantity: 1 }];
  const order = { customerName: 'Hira Malik', customerPhone: phone, customerAddress: 'House 1', city: 'Lahore', items };
  await staff.call('POST', '/orders/by-staff', { ...order, code, source: 'phone', totalAmount: 1200 });

  await page.goto('/admin/new-order');
  await page.getByLabel('Add a piece').fill(`/product/${id}`);
  await page.getByRole('button', { name: /^2\.4/ }).click();
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone);
  await page.getByRole('textbox', { name: 'Name' }).fill('Hira Malik');
  await page.getByRole('textbox', { name: 'Address' }).fill('House 2');
  await page.getByRole('combobox', { name: 'City' }).fill('Lahore');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await page.getByRole('textbox', { name: 'Code' }).press('Enter');
  const total = page.getByRole('status').filter({ hasText: 'delivery' });
  await expect(total).toContainText(`Rs. 1,200with Rs. 200 delivery, after Rs. 200 off (${code})`);

  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText(
    `${code} was used with this phone number already. Place the order again`,
  );
  await expect(total).toContainText('Rs. 1,400with Rs. 200 delivery');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('region', { name: 'Placed order' })).toContainText('is placed: Rs. 1,400');
});

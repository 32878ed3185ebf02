import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('one search finds an order by a phone in another spelling, and a screen by its name, by keyboard alone', async ({
  page,
  staff,
}) => {
  const order = await staff.order({
    customerName: 'Search Saba',
    customerEmail: 'saba@example.com',
    customerPhone: '0333 9182736',
  });
  await page.goto('/admin/history');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('+92 333-918');
  await expect(search.getByRole('option').first()).toContainText(`${order.orderNumber} · Search Saba`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.orderNumber}$`));
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText('Search Saba');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('inv');
  await expect(search.getByRole('option', { name: 'Stock levels, Inventory, Screens' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(search.getByText('Searching…')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/inventory$/);

  await page.keyboard.press('/');
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('+92 333-918');
  // At once: it opens what is found then.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.orderNumber}$`));
});

test('a customer is found by name and by phone, and a setting by the words of its field', async ({ page, staff }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const number = String(Date.now()).slice(-7);
  await staff.order({ customerName: 'Customer Kiran', customerPhone: `0346 ${number}` });
  await page.goto('/admin/newsletter');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  const box = search.getByRole('combobox', { name: 'Search everything' });
  await box.fill('kiran custom');
  await expect(search.getByRole('option', { name: /^Customer Kiran, .*Customers$/ }).first()).toBeVisible();
  await box.fill(`0346-${number}`);
  await expect(search.getByText('Searching…')).toBeHidden();
  const found = search.getByRole('option', {
    name: new RegExp(`^Customer Kiran, \\+92346${number} · First order, Customers$`),
  });
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f]{24}$/);
  await expect(page.getByRole('dialog').getByText('Customer Kiran').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await box.fill('days return');
  await expect(search.getByText('Searching…')).toBeHidden();
  const setting = search.getByRole('option', { name: 'Delivery and returns, Days to return, Settings' });
  await expect(setting).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await setting.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/settings\/delivery$/);

  // The search asks like every other way out of a form.
  await page.getByLabel('Days to return *').fill('12');
  await page.keyboard.press('Control+k');
  await box.fill('newsletter');
  await search.getByRole('option', { name: 'Newsletter, Customers, Screens' }).click();
  await page.getByRole('alertdialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Days to return *')).toHaveValue('12');
});

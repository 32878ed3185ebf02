import { expect, test } from '#tests/setup/staff-test.ts';

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
  await expect(search.getByRole('option', { name: 'Inventory, Screens' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(search.getByText('Searching…')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/inventory$/);
});

import { addProduct, openProducts, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('the price of all products that match is lowered and rounded, undone, and the refused one is named; on a phone the way back stays in sight', async ({
  page,
  staff,
}) => {
  const name = own('Jhumka');
  const add = (price: number) => addProduct(staff, { name: `${name} ${price}`, price });
  // The preview shows five of them, the newest first.
  for (const price of [1000, 1100, 1200]) await add(price);
  const [first, edited, last] = [await add(990), await add(1480), await add(2000)];
  const prices = async () =>
    Promise.all([first, edited, last].map(async ({ id }) => (await staff.call('GET', `/products/${id}`)).price));

  await openProducts(page, name);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await expect(page.getByText('6 selected')).toBeVisible();
  await staff.call('PUT', `/products/${edited.id}`, { material: 'Brass' });

  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 6 products' });
  await dialog.getByRole('combobox', { name: 'New arrival' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await dialog.getByRole('combobox', { name: 'Price' }).click();
  await page.getByRole('option', { name: 'Lower by %' }).click();
  await dialog.getByRole('button', { name: 'Change 6 products' }).click();
  await expect(dialog.getByText('Enter a number above 0')).toBeVisible();
  await dialog.getByLabel('Percent *').fill('10');
  await dialog.getByRole('combobox', { name: 'Round' }).click();
  await page.getByRole('option', { name: 'To Rs. 50' }).click();
  const preview = dialog.getByRole('region', { name: 'New prices' }).getByRole('listitem');
  await expect(preview.filter({ hasText: first.name })).toContainText('Rs. 990 → Rs. 900');
  await expect(preview).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Change 6 products' }).click();

  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(`1 of 6 products stayed as it was. ${edited.name}: Somebody else changed this meanwhile`),
  ).toBeVisible();
  expect(await prices()).toEqual([900, 1480, 1800]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await prices()).toEqual([990, 1480, 2000]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await dialog.getByRole('combobox', { name: 'Price' }).click();
  await page.getByRole('option', { name: 'Raise by %' }).click();
  await dialog.getByLabel('Percent *').fill('10');
  await preview.last().scrollIntoViewIfNeeded();
  const save = dialog.getByRole('button', { name: 'Change 6 products' });
  await expect(save).toBeInViewport({ ratio: 1 });
  const [price, button] = [await preview.last().boundingBox(), await save.boundingBox()];
  expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await save.click();
  await expect(dialog).toBeHidden();
  await page.getByRole('checkbox', { name: `Select ${first.name}` }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
});

test('all products that match are selected over the pages and archived, and one of them is restored', async ({ page, staff }) => {
  const name = own('Paayal');
  for (let number = 1; number <= 21; number += 1) await addProduct(staff, { name: `${name} ${number}` });
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Select all 21 that match' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive products' }).click();
  await expect(page.getByText('No products found')).toBeVisible();
  const deleted = await staff.call('GET', '/deleted?kind=product&limit=100');
  expect(deleted.filter((record: { name: string }) => record.name.startsWith(name))).toHaveLength(21);

  const { id, name: last } = deleted.find((record: { name: string }) => record.name.startsWith(name));
  await page.goto('/admin/deleted');
  await page.getByRole('navigation', { name: 'What was deleted' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('button', { name: `Restore ${last}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`${last} was restored`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Restore ${last}`, exact: true })).toHaveCount(0);
  expect((await staff.call('GET', `/products/${id}`)).name).toBe(last);
});

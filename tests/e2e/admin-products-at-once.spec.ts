import { addProduct, openProducts, own } from '#tests/setup/staff-products.ts';
import { expect, test } from '#tests/setup/staff-test.ts';

test('the price of all products that match is lowered and rounded, undone, and the refused one is named', async ({
  page,
  staff,
}) => {
  const name = own('Jhumka');
  const add = (price: number) => addProduct(staff, { name: `${name} ${price}`, price });
  const [first, edited, last] = [await add(990), await add(1480), await add(2000)];
  const prices = async () =>
    Promise.all([first, edited, last].map(async ({ id }) => (await staff.call('GET', `/products/${id}`)).price));

  await openProducts(page, name);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await staff.call('PUT', `/products/${edited.id}`, { material: 'Brass' });

  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 products' });
  await dialog.getByRole('combobox', { name: 'New arrival' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await dialog.getByRole('combobox', { name: 'Price' }).click();
  await page.getByRole('option', { name: 'Lower by %' }).click();
  await dialog.getByRole('button', { name: 'Change products' }).click();
  await expect(dialog.getByText('Enter a number above 0')).toBeVisible();
  await dialog.getByLabel('Percent *').fill('10');
  await dialog.getByRole('combobox', { name: 'Round' }).click();
  await page.getByRole('option', { name: 'To Rs. 50' }).click();
  await dialog.getByRole('button', { name: 'Change products' }).click();

  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(`1 of 3 products stayed as it was. ${edited.name}: Somebody else changed this meanwhile`),
  ).toBeVisible();
  expect(await prices()).toEqual([900, 1480, 1800]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await prices()).toEqual([990, 1480, 2000]);
});

test('all products that match are selected over the pages and archived, and can be restored', async ({ page, staff }) => {
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
});

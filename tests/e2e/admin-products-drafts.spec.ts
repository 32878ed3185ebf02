import type { Page } from '@playwright/test';
import { kept } from '#tests/setup/browsers/shopper.ts';
import { openProducts, own, PHOTO } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Fills the form of a new product as far as it can be saved. */
async function fillNewProduct(page: Page, name: string) {
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await form.getByRole('combobox', { name: 'Category *' }).click();
  await page.getByRole('option', { name: 'Cosmetics' }).click();
  await form.getByLabel('Name *').fill(name);
  await form.getByLabel('Price (Rs.) *').fill('500');
  await form.getByLabel('Image URLs, one per line').fill(PHOTO);
  return form;
}

test('a new product is stored as a draft while the shop is down, corrected, and published when it is back', async ({
  page,
  staff,
  forgive,
}) => {
  const name = own('Stormlight');
  const form = await fillNewProduct(page, name);
  await page.route('**/api/**', (route) => route.abort());
  await form.getByRole('button', { name: 'Add Product' }).click();

  await expect(page.getByText(`The shop cannot be reached: ${name} is kept as a draft`).first()).toBeVisible();
  await expect(form).toBeHidden();
  const drafts = page.getByRole('list', { name: 'Product drafts' });
  await expect(drafts.getByRole('listitem')).toContainText(`${name} Draft`);
  await page.reload();
  await expect(page.getByText('Failed to load products')).toBeVisible();
  await expect(page.getByText('Kept in this browser until the shop can be reached.')).toBeVisible();
  await expect(drafts.getByRole('button', { name: /^Publish/ })).toHaveCount(0);

  await drafts.getByRole('button', { name: `Edit the draft ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Draft' });
  await edit.getByLabel('Price (Rs.) *').fill('650');
  await edit.getByRole('button', { name: 'Save Draft' }).click();
  await expect(drafts).toContainText('Rs. 650');

  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await drafts.getByRole('button', { name: `Publish ${name}` }).click();
  await expect(page.getByText(`${name} was published`).first()).toBeVisible();
  await expect(drafts).toBeHidden();
  await openProducts(page, name);
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  expect(await staff.call('GET', `/products?page=1&search=${name}`)).toMatchObject([{ name, price: 650, images: [PHOTO] }]);
  expect(await kept(page, 'products_v1')).toEqual([]);
  forgive(/ERR_FAILED/);
});

test('drafts are published one by one: one that was saved although the answer was lost is not added twice, a refused one stays with its reason and can be deleted', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/422|ERR_FAILED/);
  const [good, bad] = [own('Dewdrop'), own('Homeless')];
  await page.goto('/admin/media');
  await page.evaluate((draft) => localStorage.setItem('products_v1', JSON.stringify([draft])), {
    id: 'c_1',
    name: bad,
    category: 'gone',
    price: 300,
    images: [PHOTO],
    stockQuantity: 1,
    inStock: true,
  });
  const form = await fillNewProduct(page, good);
  await page.route('**/api/products', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: 'Add Product' }).click();
  const drafts = page.getByRole('list', { name: 'Product drafts' }).getByRole('listitem');
  await expect(drafts).toHaveCount(2);
  await page.unroute('**/api/products');
  await page.getByRole('button', { name: 'Publish all' }).click();
  await expect(drafts).toHaveCount(1);
  await expect(drafts.getByRole('alert')).toContainText('There is no such category');
  expect(await staff.call('GET', `/products?page=1&search=${good}`)).toHaveLength(1);

  await drafts.getByRole('button', { name: `Delete the draft ${bad}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this product?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(drafts).toHaveCount(0);
});

test('a new category is also stored as a draft while the shop is down, and can have products', async ({
  page,
  staff,
  forgive,
}) => {
  const name = own('Anklets');
  const slug = name.toLowerCase().replace(' ', '-');
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Manage Categories' }).click();
  const manager = page.getByRole('dialog', { name: 'Manage Categories' });
  await manager.getByRole('button', { name: 'Add Category' }).click();
  const form = page.getByRole('dialog', { name: 'Add Category' });
  await form.getByLabel('Name *').fill(name);
  await page.route('**/api/categories', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await form.getByRole('button', { name: 'Add Category' }).click();
  const draft = manager.getByRole('list', { name: 'Category drafts' }).getByRole('listitem');
  await expect(draft).toContainText(`${name} Draft/${slug}`);

  await manager.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByRole('combobox', { name: 'Category *' }).click();
  await expect(page.getByRole('option', { name: `${name} (draft)` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.unroute('**/api/categories');
  await page.getByRole('button', { name: 'Manage Categories' }).click();
  await draft.getByRole('button', { name: `Publish ${name}` }).click();
  await expect(draft).toHaveCount(0);
  const { id } = await staff.call('GET', `/categories/slug/${slug}`);
  await staff.call('DELETE', `/categories/${id}`);
  forgive(/ERR_FAILED/);
});

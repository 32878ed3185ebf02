import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addHiddenCategory, addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

async function openManager(page: Page) {
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Manage Categories' }).click();
  const manager = page.getByRole('dialog', { name: 'Manage Categories' });
  const said = manager.getByRole('status').first();
  return { manager, said, rows: manager.getByRole('list', { name: 'Categories' }).getByRole('listitem') };
}

test('a category is added with a slug from its name, edited, and deleted after confirming, but not while it has products', async ({
  page,
  staff,
  forgive,
}) => {
  const name = own('Nose  Pins');
  const slug = name.toLowerCase().replace(/\s+/g, '-');
  const { manager, rows, said } = await openManager(page);
  await manager.getByRole('button', { name: 'Add Category' }).click();
  const form = page.getByRole('dialog', { name: 'Add Category' });
  await form.getByRole('button', { name: 'Add Category' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name *').fill(name);
  await expect(form.getByText(`Left empty it is ${slug}`)).toBeVisible();
  await form.getByLabel('Image URL').fill('nath.webp');
  await page.keyboard.press('Enter');
  await expect(form.getByText('Use an https address or a path that begins with /')).toBeVisible();
  await form.getByLabel('Image URL').fill('/media/categories/rings.webp');
  await page.keyboard.press('Enter');

  await expect(said).toHaveText(`Category ${name} was added`);
  await expect(said.getByText('was added')).toHaveCSS('color', 'rgb(37, 97, 63)'); // green
  await manager.getByRole('checkbox', { name: `Active: ${name}` }).click();
  await expect(said).toContainText('is hidden from the shop');
  const made = await staff.call('GET', `/categories/slug/${slug}`);
  expect(made).toMatchObject({ image: '/media/categories/rings.webp', isActive: false });

  await manager.getByRole('button', { name: `Edit category ${name}` }).click();
  await page.getByLabel('Slug').fill(`${slug}-2`);
  await page.getByRole('button', { name: 'Save Category' }).click();
  await expect(rows.filter({ hasText: slug })).toContainText(`/${slug}-2 · 0 products`);
  await manager.getByRole('button', { name: `Delete category ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this category?' });
  const { id } = await addProduct(staff, { category: `${slug}-2` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toHaveText('This category still has 1 product. Move or delete it first.');
  forgive(/409/);
  await staff.call('DELETE', `/products/${id}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(said).toContainText('was deleted');
  await expect(question).toBeHidden();
  await expect(rows.filter({ hasText: slug })).toHaveCount(0);
});

test('categories are sorted; a refused order is undone, with the reason in red', async ({ page, staff, forgive }) => {
  const first = await addHiddenCategory(staff, own('First'));
  const second = await addHiddenCategory(staff, own('Second'));
  // Next to each other, whatever other tests add meanwhile: new ones come last.
  const place = 1_000 + 2 * randomInt(40_000);
  const places = [
    { id: first.id, order: place },
    { id: second.id, order: place + 1 },
  ];
  await staff.call('PUT', '/categories/order/update', { categories: places });
  const order = async () => {
    const slugs = (await staff.call('GET', '/categories')).map(({ slug }: { slug: string }) => slug);
    return [first, second].sort((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug)).map(({ name }) => name);
  };
  const { manager, rows, said } = await openManager(page);
  const mine = rows.filter({ hasText: new RegExp(`${first.name}|${second.name}`) });
  await manager.getByRole('button', { name: `Move ${second.name} up` }).click();
  await expect(said).toHaveText('The order was saved');
  await expect(mine.first()).toContainText(second.name);
  expect(await order()).toEqual([second.name, first.name]);

  await page.route('**/api/categories/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await manager.getByRole('button', { name: `Move ${second.name} down` }).click();
  await expect(manager.getByText('Error: Failed to save category')).toHaveCSS('color', 'rgb(161, 29, 43)'); // red
  await expect(mine.first()).toContainText(second.name);
  await manager.getByRole('checkbox', { name: `Active: ${first.name}` }).click();
  await expect(manager.getByText('Error: Failed to toggle category')).toBeVisible();
  await expect(manager.getByRole('checkbox', { name: `Active: ${first.name}` })).not.toBeChecked();
  forgive(/ERR_FAILED/);
});

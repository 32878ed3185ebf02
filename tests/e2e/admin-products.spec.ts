import { readFile } from 'node:fs/promises';
import { addHiddenCategory, addProduct, OTHER_PHOTO, openProducts, own, PHOTO } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('products are filtered by words, category and stock, sorted by column, and exported as CSV', async ({ page, staff }) => {
  const word = own('Zarqash').replace(' ', '');
  const category = await addHiddenCategory(staff, own('Hidden'));
  await addProduct(staff, { name: `${word} Anklet`, price: 300, category: category.slug });
  await addProduct(staff, { name: `${word} Bangle`, price: 200, originalPrice: 260, stockQuantity: 0 });
  await page.goto('/admin/products');
  const search = page.getByPlaceholder('Search products...');
  await expect(search).toBeVisible();
  await search.click();
  await page.keyboard.type(word);
  await expect(page.getByText('Showing 2 of 2 products')).toBeVisible();

  await page.getByRole('button', { name: 'Price' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(`${word} BangleCosmetics`);
  await expect(page.getByRole('row').nth(1)).toContainText('Rs. 200Before: Rs. 260Out of Stock0');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect((await readFile(await file.path(), 'utf8')).match(new RegExp(`${word} \\w+`, 'g'))).toEqual([
    `${word} Bangle`,
    `${word} Anklet`,
  ]);

  await page.getByRole('combobox', { name: 'Stock Status' }).click();
  await page.getByRole('option', { name: 'In Stock' }).click();
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: `${category.name} (hidden)` }).click();
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText(`${word} Anklet${category.name}`);
  await page.getByRole('combobox', { name: 'Stock Status' }).click();
  await page.getByRole('option', { name: 'Out of Stock' }).click();
  await expect(page.getByText('No products found')).toBeVisible();
});

test('a product can be added once name, price, category and images are filled in and its stock is a whole number', async ({
  page,
  staff,
}) => {
  const name = own('Moonstone');
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add Product' });
  const missing = form.getByText('Please fill required fields (name, price, category, images).');
  const save = form.getByRole('button', { name: 'Add Product' });
  await expect(form.getByLabel('Name *')).toBeFocused();
  await expect(form.getByLabel('Stock quantity')).toHaveValue('10');

  await page.keyboard.type(name);
  await form.getByLabel('Price (Rs.) *').fill('1450.5');
  await form.getByRole('combobox', { name: 'Category *' }).click();
  await page.getByRole('option', { name: 'Cosmetics' }).click();
  await expect(missing).toBeVisible();
  await expect(save).toBeDisabled();
  await form.getByLabel('Image URLs, one per line').fill(`\n  ${PHOTO}  \n\n`);
  await expect(missing).toBeHidden();
  await form.getByLabel('Original price (Rs.)').fill('1000');
  await form.getByLabel('Stock quantity').fill('3.7');
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByLabel('Description').fill('Glows at night.');
  await save.click();
  // What is wrong is on the other tab: that one comes up.
  await expect(form.getByText('Must be above the price')).toBeVisible();
  await form.getByLabel('Original price (Rs.)').fill('');
  await page.keyboard.press('Enter');

  await expect(page.getByText(`${name} was added`).first()).toBeVisible();
  await openProducts(page, name);
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  const [made] = await staff.call('GET', `/products?page=1&search=${name}`);
  expect(made).toMatchObject({ price: 1450.5, originalPrice: null, images: [PHOTO], stockQuantity: 3, inStock: true });
  expect(made).toMatchObject({ description: 'Glows at night.', isNew: false, isFeatured: false });
});

test('an edit links to the product in the shop, sends only what changed, shows conflicting changes side by side, and never overwrites a newer version', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/);
  const product = await addProduct(staff, { price: 900, material: 'Brass', stockQuantity: 17 });
  await openProducts(page, product.name);
  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const save = form.getByRole('button', { name: 'Save Product' });
  const [shop] = await Promise.all([page.waitForEvent('popup'), form.getByRole('link', { name: 'View in shop' }).click()]);
  await expect(shop.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await shop.close();
  await form.getByLabel('Price (Rs.) *').fill('1500');
  await form.getByLabel('Stock quantity').fill('50');
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByLabel('Material').fill('Zinc');
  await form.getByRole('tab', { name: 'Facts' }).click();
  await form.getByLabel('Weight (g)').fill('22.5');
  await form.getByRole('button', { name: 'Eid' }).click();
  await staff.call('PUT', `/products/${product.id}`, {
    name: `${product.name} II`,
    price: 1200,
    material: 'Copper',
    weightGrams: 30,
  });
  await save.click();
  await expect(form.getByRole('alert').first()).toContainText('Somebody else changed this meanwhile');
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();

  const both = form.getByRole('region', { name: 'Changed by both of you' });
  await expect(both.getByRole('listitem')).toHaveText([
    /Price.*They saved: 1200.*You typed: 1500/,
    /Material.*Copper.*Zinc/,
    /Weight grams.*30.*22\.5/,
  ]);
  await both.getByRole('button', { name: 'Take theirs: Price' }).click();
  await expect(both.getByRole('listitem')).toHaveText([/Material/, /Weight/]);
  await staff.call('POST', '/stock-history/adjust', { productId: product.id, transactionType: 'damage', quantity: 4 });
  const [sent] = await Promise.all([page.waitForRequest((request) => request.method() === 'PUT'), save.click()]);
  expect(Object.keys(sent.postDataJSON()).sort()).toEqual([
    'material',
    'occasions',
    'stockQuantity',
    'stockSeen',
    'updatedAt',
    'weightGrams',
  ]);

  // Pieces were sold meanwhile: set that number, or add the difference.
  const question = form.getByRole('region', { name: 'Stock' });
  await expect(question).toContainText('The stock was 17 when you opened this form and is 13 now. You typed 50.');
  await expect(question.getByRole('button', { name: 'Set to 50' })).toBeVisible();
  await question.getByRole('button', { name: 'Add the same difference (46)' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/products/${product.id}`)).toMatchObject({
    name: `${product.name} II`,
    price: 1200,
    material: 'Zinc',
    weightGrams: 22.5,
    occasions: ['eid'],
    stockQuantity: 46,
  });
});

test('colours and sizes are chosen from a list or typed, each once, up to a limit; a product is deleted after confirming, a refusal shows in that dialog', async ({
  page,
  staff,
  forgive,
}) => {
  const product = await addProduct(staff, { sizes: ['6'], colors: Array.from({ length: 8 }, (_, index) => `Tone ${index}`) });
  await openProducts(page, product.name);
  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await form.getByRole('tab', { name: 'Details' }).click();

  const colors = form.getByRole('group', { name: /^Colors/ });
  await colors.getByRole('button', { name: 'Rose Gold' }).click();
  await colors.getByLabel('Custom color').fill(' rose gold ');
  await page.keyboard.press('Enter');
  await expect(colors.getByRole('status')).toHaveText('rose gold is chosen already');
  await colors.getByLabel('Custom color').fill('Peacock');
  await page.keyboard.press('Enter');
  await colors.getByRole('button', { name: 'Teal' }).click();
  await expect(colors.getByRole('status')).toHaveText('Maximum 10 colors allowed');
  await colors.getByRole('button', { name: 'Remove Tone 0' }).click();
  await expect(colors.getByRole('status')).toBeHidden();

  const sizes = form.getByRole('group', { name: /^Sizes/ });
  await sizes.getByRole('button', { name: '6', exact: true }).click();
  for (const size of ['XS', '18', 'Free Size']) await sizes.getByRole('button', { name: size, exact: true }).click();
  for (const flag of ['Available', 'New arrival']) await form.getByRole('checkbox', { name: flag }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  const saved = await staff.call('GET', `/products/${product.id}`);
  expect(saved.colors.slice(-2)).toEqual(['Rose Gold', 'Peacock']);
  expect(saved).toMatchObject({ sizes: ['XS', '18', 'Free Size'], isAvailable: false, inStock: false, isNew: true });

  await page.route(`**/api/products/${product.id}`, (route) => route.abort());
  await page.getByRole('button', { name: `Delete ${product.name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this product?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete product');
  await page.unroute(`**/api/products/${product.id}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No products found')).toBeVisible();
  forgive(/ERR_FAILED/);
});

test('the product form shows fields and photos side by side on a desktop, and below each other on a phone', async ({
  page,
  staff,
}) => {
  const { id, name } = await addProduct(staff, { images: [PHOTO, OTHER_PHOTO] });
  await page.goto(`/admin/products/${id}`);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const form = page.getByRole('dialog', { name: 'Edit Product' });
    const field = form.getByLabel('Name *');
    const photo = form.getByRole('listitem').filter({ has: page.getByText('Main') });
    await expect(field).toHaveValue(name);
    const nowhere = { x: Number.NaN, y: Number.NaN, width: 0, height: 0 };
    const text = (await field.boundingBox()) ?? nowhere;
    const image = (await photo.boundingBox()) ?? nowhere;
    if (viewport.width === 1440) {
      expect(image.x).toBeGreaterThan(text.x + text.width);
      for (const seen of [photo, form.getByLabel('SKU'), form.getByRole('button', { name: 'Upload Images' })])
        await expect(seen).toBeInViewport({ ratio: 1 });
    } else {
      expect(image.y).toBeGreaterThan(text.y + text.height);
      expect(await form.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
    }
    await expect(form.getByRole('button', { name: 'Save Product' })).toBeInViewport({ ratio: 1 });
  }
});

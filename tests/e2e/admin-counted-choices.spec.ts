import { addBangles, addProduct, own, ownSku } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

const stockOf = async (staff: Staff, id: string) => {
  const { variants } = await staff.call('GET', `/products/${id}`);
  return Object.fromEntries(
    variants.map(({ size, color, stockQuantity }: any) => [[size, color].filter(Boolean).join(' '), stockQuantity]),
  );
};

test('a product counted as a whole is counted per size and color: pairs that do not exist are left out, each other one has pieces and a SKU; counted as a whole again it keeps all pieces', async ({
  page,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, name } = await addProduct(staff, { name: own('Kangan'), colors: ['Gold', 'Silver'], stockQuantity: 10 });
  await page.goto(`/admin/products/${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByRole('button', { name: 'Bangles 2.2 – 2.12' }).click();
  for (const size of ['2.2', '2.6', '2.8', '2.12']) await form.getByRole('button', { name: `Remove ${size}` }).click();
  await form.getByLabel('Count per size and color').check();
  await form.getByLabel('Pieces of 2.4, Gold').fill('4');
  await form.getByRole('button', { name: 'Leave out 2.4, Silver' }).click();
  await form.getByLabel('Pieces of 2.10, Silver').fill('6');
  const typed = ownSku('x');
  await form.getByLabel('SKU of 2.10, Silver').fill(typed);
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form.getByLabel('Pieces of 2.10, Gold')).toHaveAccessibleDescription('Enter the pieces there are');
  await form.getByLabel('Pieces of 2.10, Gold').fill('0');
  await expect(form.getByText('10 pieces in all, 10 before')).toBeVisible();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText(`${name} was saved`).first()).toBeVisible();

  expect(await stockOf(staff, id)).toEqual({ '2.4 Gold': 4, '2.10 Gold': 0, '2.10 Silver': 6 });
  const { variants, stockQuantity } = await staff.call('GET', `/products/${id}`);
  expect(stockQuantity).toBe(10);
  expect(variants.map(({ sku }: any) => sku)).toEqual([
    expect.stringMatching(/^[A-Z]{3}-\d{4}-24-GLD$/),
    expect.stringMatching(/^[A-Z]{3}-\d{4}-210-GLD$/),
    typed.toUpperCase(),
  ]);

  await page.goto(`/admin/products/${id}`);
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByLabel('Count per size and color').uncheck();
  await form.getByRole('tab', { name: 'Basic Info' }).click();
  await expect(form.getByLabel('Stock quantity')).toHaveValue('10');
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/products/${id}`)).toMatchObject({ stockQuantity: 10, variants: [] });
});

test('a SKU that was typed for the product begins those of its choices, and is the product’s again without them', async ({
  page,
  staff,
}) => {
  const { id, name } = await addProduct(staff, { name: own('Kangan'), sizes: ['2.4', '2.10'], stockQuantity: 10 });
  await page.goto(`/admin/products/${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const [typed, other] = [ownSku('kara'), ownSku('other')];
  await form.getByLabel('SKU', { exact: true }).fill(typed);
  await form.getByRole('tab', { name: 'Details' }).click();
  const counted = form.getByLabel('Count per size and color');
  await counted.check();
  await expect(form.getByLabel('SKU of 2.10')).toHaveValue(`${typed}-210`.toUpperCase());
  await expect(form.getByText(`The SKUs begin with ${typed.toUpperCase()}`)).toBeVisible();
  // Back by the box, and by the last choice that is left out.
  const skuAgain = async () => {
    await form.getByRole('tab', { name: 'Basic Info' }).click();
    await expect(form.getByLabel('SKU', { exact: true })).toHaveValue(typed);
    await form.getByRole('tab', { name: 'Details' }).click();
  };
  await counted.uncheck();
  await skuAgain();
  await counted.check();
  for (const size of ['2.4', '2.10']) await form.getByRole('button', { name: `Leave out ${size}`, exact: true }).click();
  await skuAgain();
  await counted.check();
  await form.getByLabel('SKU of 2.4').fill(other);
  for (const size of ['2.4', '2.10']) await form.getByLabel(`Pieces of ${size}`).fill('5');
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText(`${name} was saved`).first()).toBeVisible();
  const { variants } = await staff.call('GET', `/products/${id}`);
  expect(variants.map(({ sku }: any) => sku)).toEqual([other.toUpperCase(), `${typed}-210`.toUpperCase()]);
});

test('only changed numbers are written and asked about when they moved; a size with pieces comes back, and another piece’s SKU is refused at its cell', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409|422/);
  const { id, name } = await addBangles(staff, { '2.4': 5, '2.6': 5 });
  const other = await addProduct(staff, { sku: ownSku('taken') });
  const sell = (size: string) =>
    staff.call('POST', '/stock-history/adjust', { productId: id, size, transactionType: 'damage', quantity: 1 });
  await page.goto(`/admin/products/${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const save = form.getByRole('button', { name: 'Save Product' });
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByRole('button', { name: 'Remove 2.4' }).click();
  await save.click();
  await expect(form.getByText('2.4 still has 5 pieces. Set the stock to 0 first.')).toBeVisible();
  await expect(form.getByLabel('Pieces of 2.4')).toHaveAccessibleDescription('Still has pieces: set it to 0 first');
  const sku = await form.getByLabel('SKU of 2.6').inputValue();
  await form.getByLabel('SKU of 2.6').fill(other.sku);
  await save.click();
  await expect(form.getByLabel('SKU of 2.6')).toHaveAccessibleDescription(`Another piece has the SKU ${other.sku}`);
  await expect(form.getByLabel('SKU of 2.6')).toHaveValue(other.sku);
  await form.getByLabel('SKU of 2.6').fill(sku);

  await form.getByLabel('Pieces of 2.4').fill('15');
  await sell('2.4');
  await sell('2.6');
  await save.click();
  await expect(form.getByText('The stock of 2.4 was 5 when you opened this form and is 4 now. You typed 15.')).toBeVisible();
  await expect(form.getByLabel('Pieces of 2.4')).toHaveValue('15');
  await form.getByRole('button', { name: 'Add the same difference (14)' }).click();
  await expect(page.getByText(`${name} was saved`).first()).toBeVisible();
  expect(await stockOf(staff, id)).toEqual({ '2.4': 14, '2.6': 4 });
});

test('the inventory has a row for each choice, found by SKU, each is adjusted on its own, and a purchase order names it', async ({
  page,
  staff,
}) => {
  const { id, name, variants } = await addBangles(staff, { '2.4': 25, '2.6': 3 });
  await page.goto(`/admin/inventory?search=${encodeURIComponent(name)}`);
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '2 choices' })).toContainText('28');
  await expect(page.getByRole('row').filter({ hasText: variants[1].sku })).toContainText('3');
  await page.getByRole('button', { name: `Adjust Stock of ${name} (2.6)` }).click();
  const form = page.getByRole('dialog', { name: `Adjust Stock - ${name} (2.6)` });
  await form.getByLabel('New Stock Quantity *').fill('9');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} (2.6): stock 3 → 9`).first()).toBeVisible();
  expect(await stockOf(staff, id)).toEqual({ '2.4': 25, '2.6': 9 });

  await page.goto(`/admin/history?productId=${id}`);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `2.6, ${variants[1].sku}` })
      .first(),
  ).toContainText('+6');

  await page.goto('/admin/purchase-orders/new');
  const purchase = page.getByRole('dialog', { name: 'Create Purchase Order' });
  await purchase.getByLabel('Supplier Name *').fill(own('Anarkali'));
  await purchase.getByRole('combobox', { name: 'Product' }).fill(variants[1].sku);
  await page.getByRole('option', { name: `${name} (2.6)` }).click();
  await purchase.getByLabel('Quantity').fill('5');
  await purchase.getByLabel('Unit Cost').fill('100');
  await page.keyboard.press('Enter');
  await expect(purchase.getByRole('listitem').filter({ hasText: `${name} (2.6)` })).toContainText(variants[1].sku);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/purchase-orders'),
  );
  await purchase.getByRole('button', { name: 'Create Order' }).click();
  await expect(purchase).toBeHidden();
  const { items } = (await (await sent).json()).data;
  expect(items).toMatchObject([{ size: '2.6', sku: variants[1].sku, quantity: 5 }]);
});

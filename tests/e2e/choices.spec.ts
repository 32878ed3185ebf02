import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { cartOf as cart, completeOrder, fillCheckout, kept, openCheckout } from '#tests/setup/browsers/shopper.ts';
import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ signedIn: false });

/** Bangles in two colours and three sizes: 2.4 only in gold, two pieces; 2.10 sold out. */
function addBangles(staff: Staff): Promise<any> {
  const pieces = { Gold: { '2.4': 2, '2.6': 9, '2.10': 0 }, Silver: { '2.4': 0, '2.6': 9, '2.10': 0 } };
  const variants = Object.entries(pieces).flatMap(([color, sizes]) =>
    Object.entries(sizes).map(([size, stockQuantity]) => ({ color, size, stockQuantity })),
  );
  const choices = { colors: ['Gold', 'Silver'], sizes: ['2.4', '2.10', '2.6'], variants };
  return addProduct(staff, { name: own('Vanilya'), category: 'bracelets', ...choices });
}

/** A kara as the cart keeps it. */
function inCart({ id, name }: { id: string; name: string }) {
  return { id, name, category: 'bracelets', image: '', price: 990, stockQuantity: 9 };
}

/** A kara counted by size alone. */
function addKara(staff: Staff, pieces: Record<string, number>): Promise<any> {
  return addProduct(staff, {
    name: own('Zangula'),
    category: 'bracelets',
    sizes: Object.keys(pieces),
    variants: Object.entries(pieces).map(([size, stockQuantity]) => ({ size, stockQuantity })),
  });
}

const size = (page: Page, name: string | RegExp) => page.locator('#product').getByRole('radio', { name, exact: true });
const addButton = (page: Page) => page.locator('#product').getByRole('button', { name: 'Add to Cart' });

const setStock = (staff: Staff, productId: string, size: string, quantity: number) =>
  staff.call('POST', '/stock-history/adjust', { productId, size, transactionType: 'adjustment', quantity });

const PHONE = { widths: [390] };

test('choosing one choice shows what is left of the other, how few, and the way back', async ({ page, staff }) => {
  const { id } = await addBangles(staff);
  await page.goto(`/product/${id}`);
  const sizes = page.getByRole('group', { name: 'Size' });
  await expect(sizes.getByRole('radio')).toHaveCount(3);
  expect(
    await sizes.getByRole('radio').evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value)),
  ).toEqual(['2.4', '2.6', '2.10']);
  await expect(size(page, '2.10 , sold out')).toBeDisabled();
  await expect(sizes.locator('label').filter({ hasText: '2.10' })).toHaveCSS('text-decoration-line', 'line-through');

  await size(page, '2.4').check();
  await expect(size(page, 'Silver , sold out')).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Sold out in 2.4: Silver.' })).toBeVisible();
  await size(page, 'Gold').check();
  await expect(page.getByText('Only 2 left', { exact: true })).toBeVisible();
  await page.getByLabel('Quantity', { exact: true }).fill('5');
  await addButton(page).click();
  await expect(cart(page)).toContainText('Only 2 left');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Choose another size' }).click();
  await expect(size(page, '2.4')).not.toBeChecked();
  await size(page, 'Silver').check();
  await expect(size(page, '2.4 , sold out')).toBeDisabled();
  await expectNoFindings(page, PHONE);
});

test('on a phone a size is needed, no more is taken than is left, and one can wait for it', async ({ page, staff, forgive }) => {
  forgive(/422/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await addKara(staff, { '2.4': 2, '2.6': 9, '2.8': 0 });
  await page.goto(`/product/${id}`);
  page.once('dialog', (dialog) => dialog.accept());
  await addButton(page).click();
  await expect(page.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription('Please select a size');
  await expect(page.locator('#size-note')).toHaveClass(/text-danger/);
  await expect(size(page, '2.4')).toBeFocused();
  await size(page, '2.4').check();
  await expect(page.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription('');

  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  const note = page.getByRole('status').filter({ hasText: 'We have no more than 2' });
  await quantity.fill('40');
  await quantity.blur();
  await expect(quantity).toHaveValue('2');
  await expect(note).toBeVisible();
  await page.locator('#product').getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(note).toHaveCount(0);
  for (const value of ['2', '2']) {
    await page.locator('#product').getByRole('button', { name: 'Increase quantity' }).click();
    await expect(quantity).toHaveValue(value);
  }
  await expect(note).toBeVisible();
  // Typed for a choice that has enough, then kept to the one that has not.
  await size(page, '2.6').check();
  await quantity.fill('8');
  await size(page, '2.4').check();
  await expect(quantity).toHaveValue('2');
  await expect(note).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  const form = page.getByRole('form', { name: 'Tell me when it is back' });
  const address = form.getByLabel('E-mail or phone');
  await expect(address).toBeHidden();
  await page.getByRole('group', { name: 'Size' }).getByText('2.8').click({ force: true });
  await expect(page.getByText('Tell me when 2.8 is back')).toBeVisible();
  await expect(form.getByLabel('Which one')).toHaveCount(0);
  await expect(address).toBeFocused();
  const long = `${'x'.repeat(250)}@a.pk`;
  await paste(address, long);
  await form.getByRole('button', { name: 'Tell me' }).click();
  await expect(address).toHaveAccessibleDescription('At most 254 characters');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toHaveValue(long);
  await expectNoFindings(page, PHONE);
  await address.fill(`${own('hina').replace(' ', '.')}@example.com`);
  await form.getByRole('button', { name: 'Tell me' }).click();
  await expect(form.getByRole('status')).toHaveText('Noted. We’ll tell you once when 2.8 is back.');
  const notices = await staff.call('GET', '/stock-notices?limit=100');
  expect(notices).toContainEqual(expect.objectContaining({ productId: id, size: '2.8' }));
});

test('a size that sells out while the page is open is struck out, and its choice undone', async ({ page, staff }) => {
  const { id } = await addKara(staff, { '2.4': 3, '2.6': 4 });
  await page.goto(`/product/${id}`);
  await size(page, '2.4').check();
  await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible();
  // Nothing waits where nothing is sold out.
  await expect(page.getByText(/Tell me when/)).toBeHidden();
  await expect(page.getByRole('button', { name: /is sold out/ })).toHaveCount(0);
  await setStock(staff, id, '2.4', 0);
  // The CDN forgets the answer of before a moment later: purges are sent together.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('productRatingUpdated')));
    await expect(size(page, '2.4 , sold out')).toBeDisabled({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('2.4 has just sold out. Please choose another size.')).toBeVisible();
  await expect(size(page, '2.6')).toBeEnabled();
  await page.getByRole('button', { name: '2.4 is sold out: tell me when it is back' }).press('Enter');
  await expect(page.getByText('Tell me when 2.4 is back')).toBeVisible();
});

test('each size in the cart has its own pieces, and one that is short is lowered', async ({ page, staff, forgive }) => {
  forgive(/ERR_FAILED|409|422/);
  const kara = await addKara(staff, { '2.4': 2, '2.6': 9 });
  const product = inCart(kara);
  // Put there before the sizes were counted.
  await page.route('**/api/cart/quote', (route) => route.abort(), { times: 1 });
  await openCheckout(page, [{ product, quantity: 1 }]);
  await fillCheckout(page);
  expect((await completeOrder(page)).status()).toBe(422);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(`${kara.name}: each size has its own stock.`);
  await expect(page.getByRole('link', { name: `Choose a size of ${kara.name}` }).filter({ visible: true })).toBeVisible();
  await alert.getByRole('link', { name: 'Choose a size' }).click();
  await size(page, '2.6').check();
  await addButton(page).click();
  await expect(cart(page)).toContainText('Size: 2.6');
  await expect(cart(page).getByRole('listitem')).toHaveCount(1);

  await openCheckout(page, [
    { product, quantity: 2, selectedSize: '2.4' },
    { product, quantity: 3, selectedSize: '2.6' },
  ]);
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await setStock(staff, kara.id, '2.4', 1);
  expect((await completeOrder(page)).status()).toBe(409);
  await expect(alert).toContainText(`${kara.name} (Size: 2.4): only 1 left, you asked for 2.`);
  await alert.getByRole('button', { name: 'Take 1' }).click();
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 1 }, { quantity: 3 }]);
  expect((await completeOrder(page)).status()).toBe(201);
});

test('a product without a piece offers to tell when it is back, until it is', async ({ page, staff, shop }) => {
  const { id } = await addKara(staff, { '2.4': 0, '2.6': 0 });
  await page.goto(`/product/${id}`);
  const form = page.getByRole('form', { name: 'Tell me when it is back' });
  await expect(form.getByLabel('Which one')).toBeVisible();
  await expect(page.locator('#product').getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await expect(page.getByText('Choose size')).toHaveCount(0);

  await page.goto(shop.productUrl('ruby-flower-stud-earrings'));
  await expect(form.getByLabel('E-mail or phone')).toBeVisible();
  await page.route(`**/api/products/${shop.productId('ruby-flower-stud-earrings')}`, async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = await response.json();
    const variants = data.variants.map((variant: object) => ({ ...variant, stockQuantity: 4, inStock: true }));
    await route.fulfill({ response, json: { ...answer, data: { ...data, stockQuantity: 4, inStock: true, variants } } });
  });
  await page.reload();
  await expect(page.getByText('In Stock', { exact: true }).first()).toBeVisible();
  await expect(form).toBeHidden();
});

test('the size guide draws a circle true to a card held against the screen, and a ruler', async ({ page, shop }) => {
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  await expect(page.getByRole('cell', { name: '17.3 mm' })).toBeHidden();
  await page.getByText('Size guide').click();
  await expect(page.getByRole('cell', { name: '17.3 mm' })).toBeVisible();

  await page.goto(shop.productUrl('carved-gold-kara-pair'));
  await page.getByText('Size guide').click();
  await expect(page.getByRole('cell', { name: '60 mm' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare on this screen' }).click();
  await expect(page.getByRole('slider')).toBeFocused();
  const circle = page.getByRole('img', { name: /^Size .+ mm$/ });
  await page.getByRole('slider').fill('8');
  await page.getByRole('combobox', { name: /Lay a bangle/ }).selectOption({ label: 'Large · 63.5 mm' });
  await expect(circle).toHaveAccessibleName('Size Large: a circle of 63.5 mm');
  await expect.poll(async () => (await circle.boundingBox())?.width).toBeCloseTo(63.5 * 8, 0);
  await expectNoFindings(page, PHONE);
  const ruler = await page.request.get('/size-ruler.svg');
  expect(await ruler.text()).toContain('2.10 · 66.7 mm');
});

/** Opens a listing of one product, and gives its card's button. */
async function cardButton(page: Page, name: string) {
  await page.goto(`/products?search=${encodeURIComponent(name)}`);
  return page.getByRole('button', { name: `Select Size: ${name}` });
}

test('a card lets choose a size that is left, without leaving the list', async ({ page, staff }) => {
  const kara = await addKara(staff, { '2.4': 2, '2.6': 0, '2.8': 4, '2.10': 5 });
  const button = await cardButton(page, kara.name);
  const card = page.getByRole('article').filter({ hasText: kara.name });
  await expect(card.getByText('2.6 sold out')).toHaveCSS('text-decoration-line', 'line-through');
  await setStock(staff, kara.id, '2.8', 0);
  await button.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: `Select a size of ${kara.name}` });
  await expect(choice.getByRole('button', { name: '2.4' })).toBeFocused();
  for (const name of ['2.6 , sold out', '2.8 , sold out']) await expect(choice.getByRole('button', { name })).toBeDisabled();
  for (const target of await choice.getByRole('button').all()) {
    const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await expectNoFindings(page, PHONE);
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await choice.getByRole('button', { name: '2.10' }).click();
  await expect(choice).toBeHidden();
  await expect(cart(page)).toContainText('Size: 2.10');
  expect(await kept(page, 'cart_v1')).toMatchObject([{ quantity: 1, selectedSize: '2.10', product: { stockQuantity: 5 } }]);
});

test('without its script, the choice is made on the product’s page', async ({ page, shop, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.route(/later-actions/, (route) => route.abort());
  const button = await cardButton(page, 'Enamel Bangle Stack');
  await button.click();
  await expect(page).toHaveURL(shop.productUrl('enamel-bangle-stack'));
});

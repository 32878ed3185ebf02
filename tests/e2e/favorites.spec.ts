import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { cartOf, keep } from '#tests/setup/browsers/shopper.ts';

const cards = (page: Page) => page.locator('main article');

/** Presses hearts as a shopper does, on the cards of a search. */
async function favor(page: Page, search: string, ...names: string[]) {
  await page.goto(`/products?search=${search}`);
  for (const name of names) {
    const heart = page.locator('#listing').getByRole('button', { name: `Favorite: ${name}` });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  }
}

test('favorites can be searched, sorted, shown as grid or list, and removed to the last', async ({ page, shop }) => {
  await favor(page, 'tennis', 'Crystal Tennis Choker', 'Silver Tennis Bracelet');
  await favor(page, 'initial', 'Initial A Pendant');
  await page.goto('/favorites');
  await expect(page.getByText('Showing 3 of 3 favorites')).toBeVisible();
  const { data } = await (await page.request.get(`/api/products/${shop.productId('initial-a-pendant')}`)).json();
  const pendant = cards(page).filter({ hasText: 'Initial A Pendant' });
  await expect(pendant).toContainText(data.description.slice(0, 40));
  await expect(pendant).toContainText('Pendant');
  await expect(pendant).toContainText(`Rs. ${data.price.toLocaleString('en')}`);
  const choker = cards(page).filter({ hasText: 'Crystal Tennis Choker' });
  await expect(choker.getByText('Sale', { exact: true })).toBeVisible();
  await expect(choker.locator('s')).toBeVisible();
  await expect(choker.getByText(/^\(\d+\)$/)).toBeVisible();

  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: High to Low');
  const prices = await cards(page).locator('.tabular-nums:not(s)').allTextContents();
  const amounts = prices.flatMap((text) => /[\d,]+$/.exec(text.trim())?.[0].replaceAll(',', '') ?? []).map(Number);
  expect(amounts.slice(0, 3)).toEqual(amounts.slice(0, 3).toSorted((a, b) => b - a));
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true');
  const box = page.getByRole('searchbox', { name: 'Search favorites' });
  await box.fill('pendant');
  await expect(page.getByText('Showing 1 of 3 favorites')).toBeVisible();
  await box.fill('<b>');
  await expect(page.getByText('No favorites match “<b>”')).toBeVisible();
  await box.fill('');

  await page.getByRole('button', { name: 'Remove from favorites: Initial A Pendant' }).click();
  await expect(page.getByText('Showing 2 of 2 favorites', { exact: true })).toBeVisible();
  for (const name of ['Crystal Tennis Choker', 'Silver Tennis Bracelet'])
    await page.getByRole('button', { name: `Favorite: ${name}` }).click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(page.getByText('Start adding items to your favorites to see them here')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL('/products');
});

test('only a favorite without options that is in stock goes into the cart from its card', async ({ page, shop }) => {
  await favor(page, 'amber', 'Amber Oud Perfume');
  await favor(page, 'ruby', 'Ruby Flower Stud Earrings');
  await favor(page, 'tennis', 'Silver Tennis Bracelet');
  await page.goto('/favorites');
  await expect(cards(page).filter({ hasText: 'Ruby Flower' }).getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  const perfume = cards(page).filter({ hasText: 'Amber Oud Perfume' });
  await expect(perfume.getByText('New', { exact: true })).toBeVisible();
  await perfume.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartOf(page)).toContainText('Amber Oud Perfume');
  await page.keyboard.press('Escape');
  const add = cards(page).getByRole('link', { name: 'Add to Cart: Silver Tennis Bracelet' });
  await expect(add).toHaveText('Add to Cart');
  await add.click();
  await expect(page).toHaveURL(shop.productUrl('silver-tennis-bracelet'));
});

test('favorites show without the server as they were saved, however many', async ({ page, forgive }) => {
  forgive(/ERR_FAILED/);
  const many = Array.from({ length: 200 }, (_, place) => ({
    id: place.toString(16).padStart(24, '0'),
    name: `Piece ${String(place).padStart(3, '0')}`,
    category: 'rings',
    image: '',
    price: 1_234_567,
    stockQuantity: 1,
    originalPrice: null,
    hasChoices: false,
  }));
  await keep(page, { favorites_v1: many });
  await page.route(/\/api\/|catalog\.json/, (route) => route.abort());
  await page.goto('/favorites');
  await expect(page.getByText('Showing 200 of 200 favorites')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'as they were when you saved them' })).toBeVisible();
  await expect(cards(page).first().getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
});

test('favorites are shared by a link, which shows them elsewhere and changes nothing there until they are saved', async ({
  page,
  shop,
  browser,
}) => {
  await favor(page, 'tennis', 'Crystal Tennis Choker', 'Silver Tennis Bracelet');
  await page.goto('/favorites');
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share these favorites' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${shop.url}/favorites#list=[\\w-]{32}$`));

  const other = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await favor(other, 'tennis', 'Silver Tennis Bracelet');
  await favor(other, 'initial', 'Initial A Pendant');
  // One more piece, which the shop never had.
  await other.goto(`${link}${'_'.repeat(16)}`);
  await expect(other.getByRole('heading', { name: 'A list shared with you' })).toBeVisible();
  await expect(other.getByText('Showing 2 of 2 pieces')).toBeVisible();
  await expect(other.getByText('No longer in the shop and left out: 1 piece.')).toBeVisible();
  await expectNoFindings(other, { widths: [390] });
  const stored = () => other.evaluate(() => JSON.parse(localStorage.getItem('favorites_v1') ?? '').map(({ name }: any) => name));
  expect(await stored()).toEqual(['Silver Tennis Bracelet', 'Initial A Pendant']);

  await other.getByRole('button', { name: 'Save all to my favorites' }).click();
  await expect(other.getByText('1 piece added to your favorites.')).toBeVisible();
  await expect(other.getByText('Showing 3 of 3 favorites')).toBeVisible();
  expect(await stored()).toEqual(['Silver Tennis Bracelet', 'Initial A Pendant', 'Crystal Tennis Choker']);
  await other.goBack();
  await expect(other.getByText('All of it is in your favorites.')).toBeVisible();
  await other.getByRole('button', { name: 'My own favorites' }).click();
  await expect(other.getByText('Showing 3 of 3 favorites')).toBeVisible();

  await other.goto('/favorites#list=%3Cscript%3E');
  await expect(other.getByRole('heading', { name: 'There is no list in this link' })).toBeVisible();
  await other.context().close();
});

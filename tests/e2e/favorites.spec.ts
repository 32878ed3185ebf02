import type { Page } from '@playwright/test';
import { expect, type Shop, test } from '#tests/setup/shop-test.ts';

const cards = (page: Page) => page.locator('main article');

/** Presses hearts as a shopper does, on the products' pages. */
async function keep(page: Page, shop: Shop, ...photos: string[]) {
  for (const photo of photos) {
    await page.goto(shop.productUrl(photo));
    const heart = page.locator('#product [data-action="toggle-favorite"]');
    await heart.click();
    // Its script comes after the first picture.
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  }
}

test('without favorites the page says how to start', async ({ page }) => {
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(page.getByText('Start adding items to your favorites to see them here')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL('/products');
});

test('favorites can be searched, sorted, shown as grid or list, and come with similar products', async ({ page, shop }) => {
  await keep(page, shop, 'classic-gold-link-watch', 'initial-a-pendant', 'crystal-tennis-choker');
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
  await expect(cards(page).first()).toContainText('Classic Gold Link Watch');
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true');
  const box = page.getByRole('searchbox', { name: 'Search favorites' });
  await expect(box).toHaveAttribute('placeholder', 'Search favorites...');
  await box.fill('pendant');
  await expect(page.getByText('Showing 1 of 3 favorites')).toBeVisible();
  await box.fill('<b>');
  await expect(page.getByText('No favorites match “<b>”')).toBeVisible();
});

test('Remove removes a favorite, and the last one leaves the empty page', async ({ page, shop }) => {
  await keep(page, shop, 'initial-a-pendant', 'silver-tennis-bracelet');
  await page.goto('/favorites');
  await page.getByRole('button', { name: 'Remove from favorites: Initial A Pendant' }).click();
  await expect(page.getByText('Showing 1 of 1 favorite', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Favorite: Silver Tennis Bracelet' }).click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
});

test('a favorite without options goes into the cart from its card; a sold-out one does not', async ({ page, shop }) => {
  await keep(page, shop, 'amber-oud-perfume', 'ruby-flower-stud-earrings');
  await page.goto('/favorites');
  await expect(cards(page).filter({ hasText: 'Ruby Flower' }).getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  const perfume = cards(page).filter({ hasText: 'Amber Oud Perfume' });
  await expect(perfume.getByText('New', { exact: true })).toBeVisible();
  await perfume.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Amber Oud Perfume');
});

test('Add to Cart of a favorite with options leads to its product page', async ({ page, shop }) => {
  await keep(page, shop, 'silver-tennis-bracelet');
  await page.goto('/favorites');
  const add = cards(page).getByRole('link', { name: 'Add to Cart: Silver Tennis Bracelet' });
  await expect(add).toHaveText('Add to Cart');
  await add.click();
  await expect(page).toHaveURL(shop.productUrl('silver-tennis-bracelet'));
});

test('favorites show without the server and without the catalogue', async ({ page, shop, forgive }) => {
  await keep(page, shop, 'initial-a-pendant');
  await page.route(/\/api\/|catalog\.json/, (route) => route.abort());
  await page.goto('/favorites');
  await expect(cards(page)).toContainText('Initial A Pendant');
  await expect(
    cards(page)
      .getByRole('button', { name: 'Add to Cart' })
      .or(cards(page).getByRole('link', { name: 'Add to Cart' })),
  ).toBeVisible();
  forgive(/ERR_FAILED/);
});

test('two hundred favorites load while scrolling', async ({ page }) => {
  await page.addInitScript(() => {
    const many = Array.from({ length: 200 }, (_, place) => ({
      id: `c_${place}`,
      name: `Piece ${String(place).padStart(3, '0')}`,
      category: 'rings',
      image: '',
      price: 1_234_567,
      stockQuantity: 1,
      originalPrice: null,
    }));
    localStorage.setItem('favorites_v1', JSON.stringify(many));
  });
  await page.goto('/favorites');
  await expect(page.getByText('Showing 200 of 200 favorites')).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  // A busy browser drops a turn of the wheel.
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(await cards(page).count()).toBeGreaterThan(24);
  }).toPass();
});

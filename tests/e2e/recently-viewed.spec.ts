import type { Page } from '@playwright/test';
import { expect, type Shop, test } from '#tests/setup/browsers/shop-test.ts';
import { signUp } from '#tests/setup/browsers/shopper.ts';

const viewed = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

/** Scrolls a little: the row comes below the screen. */
const look = (page: Page) => page.mouse.wheel(0, 200);

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('viewed_v1'));

/** Opens a product and stays until its script has come. */
async function open(page: Page, shop: Shop, photo: string) {
  await page.goto(shop.productUrl(photo));
  await expect.poll(() => stored(page)).toMatch(new RegExp(`^${shop.productId(photo)} `));
}

test('pieces that were opened, even without a scroll, stand below the next one and the favorites, until the shopper forgets them or signs out', async ({
  page,
  shop,
}) => {
  await signUp(page, `hira.${crypto.randomUUID()}@example.com`, 'Hira');
  for (const photo of ['rose-gold-halo-ring', 'amber-oud-perfume', 'rose-gold-halo-ring', 'emerald-drop-earrings'])
    await open(page, shop, photo);
  await look(page);
  await expect(viewed(page).getByRole('link')).toHaveText(['Rose Gold Halo Ring', 'Amber Oud Perfume']);
  await expect(viewed(page).getByRole('listitem').first()).toContainText('Rs. 1,850');
  await viewed(page).getByRole('link', { name: 'Rose Gold Halo Ring' }).click();
  await expect.poll(() => stored(page)).toMatch(new RegExp(`^${shop.productId('rose-gold-halo-ring')} `));

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(viewed(page).getByRole('link')).toHaveText(['Rose Gold Halo Ring', 'Emerald Drop Earrings', 'Amber Oud Perfume']);
  await viewed(page).getByRole('button', { name: 'Forget what I viewed' }).click();
  await expect(viewed(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();

  await open(page, shop, 'amber-oud-perfume');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await stored(page)).toBeNull();
});

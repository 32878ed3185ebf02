import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { hold } from '#tests/setup/browsers/held-requests.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { WITH_A_TOUCH } from '#tests/setup/browsers/weigh.ts';

const box = (page: Page) => page.locator('#header-search').getByLabel('Search products');
const options = (page: Page) => page.locator('#header-search').getByRole('option');

async function open(page: Page) {
  await page.locator('#header-search summary').click();
  await expect(box(page)).toHaveRole('combobox');
}

test('suggestions are chosen by keyboard, and what was searched is offered again until it is forgotten', async ({
  page,
  shop,
}) => {
  await page.goto('/about');
  await open(page);
  // Before a word is typed: what there is.
  const ways = page.locator('#header-search').getByRole('group');
  await expect(ways.filter({ hasText: 'Occasions' }).getByRole('option', { name: 'Eid' })).toHaveAttribute(
    'href',
    '/products?occasion=eid',
  );
  await expect(ways.filter({ hasText: 'Categories' }).getByRole('option', { name: 'Rings', exact: true })).toHaveAttribute(
    'href',
    '/category/rings',
  );
  await expect(ways.filter({ hasText: 'Budgets' }).getByRole('option').first()).toHaveAttribute(
    'href',
    /^\/products\?maxPrice=\d+$/,
  );
  await expectNoFindings(page);
  await box(page).pressSequentially('jhumki');
  await expect(options(page)).toHaveText([/Gold Jhumka Earrings\s*Earrings\s*Rs\.\s2,450/, 'See all results']);
  await expect(page.locator('#header-search').getByRole('status')).toHaveText('1 piece for “jhumki”');
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await expectNoFindings(page);

  await page.keyboard.press('ArrowDown');
  const first = options(page).first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(shop.productUrl('gold-jhumka-earrings'));

  await open(page);
  await expect(ways.first()).toBeVisible();
  await expect(options(page).first()).toHaveText(/^jhumki/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(options(page).first()).toHaveText('Everyday');
  expect(await page.evaluate(() => localStorage.getItem('searches_v1'))).toBe('[]');
});

test('who searches loads at most 8 KB more of script, half of it to understand words', async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  await page.goto('/about', { waitUntil: 'networkidle' });
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script';
    if (isScript && !WITH_A_TOUCH.test(response.url())) bodies.push(response.body());
  });
  await open(page);
  await box(page).pressSequentially('jhumki');
  await expect(options(page).first()).toBeVisible();
  const sizes = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length);
  test.info().annotations.push({ type: 'script', description: JSON.stringify(sizes) });
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8 * 1024);
});

test('Escape closes the suggestions first, then the box', async ({ page }) => {
  await page.goto('/about');
  await open(page);
  await box(page).pressSequentially('ring');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('ring');
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeHidden();
});

test('a box opened before the scripts came takes what is typed as soon as they have', async ({ page }) => {
  const release = await hold(page, /\.js$/);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.locator('#header-search summary').click();
  await expect(box(page)).toBeVisible();
  release();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveRole('combobox');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('suggestions open by a tap, and last searches are forgotten by one', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByLabel('Search products').fill('چوڑیاں');
    await menu.getByRole('option', { name: 'See all results' }).tap();
    await page.waitForURL(/\/products\?search=/);
    await expect(page.locator('#listing article').filter({ hasText: 'Enamel Bangle Stack' })).toBeVisible();

    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByLabel('Search products').tap();
    await expect(menu.getByRole('option').first()).toHaveText(/چوڑیاں/);
    await menu.getByRole('button', { name: 'Clear all' }).tap();
    await expect(menu.getByRole('option', { name: 'چوڑیاں' })).toHaveCount(0);
  });
});

test('what the shop has not is said, with the nearest and ways to ask', async ({ page }) => {
  await page.goto('/about');
  await open(page);
  await box(page).pressSequentially('payal');
  await expect(page.locator('#header-search').getByRole('status')).toHaveText('We have no “payal”. Nearest to it:');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\?search=payal$/);

  const listing = page.locator('#listing');
  await expect(listing.getByText('We do not sell “payal”.')).toBeVisible();
  await expect(listing.getByRole('region', { name: 'Nearest to it' }).getByRole('article')).toHaveCount(4);
  await expect(listing.getByRole('region', { name: 'What sells best' })).toBeVisible();
  await expect(listing.getByRole('navigation', { name: 'Categories to look at' }).getByRole('link').first()).toBeVisible();
  const ask = await listing.getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href');
  expect(new URL(ask ?? '').searchParams.get('text')).toContain('“payal”');
  await expectNoFindings(page);

  await listing.getByRole('searchbox').fill('brcaelot');
  await listing.getByRole('button', { name: 'bracelet', exact: true }).click();
  await expect(page).toHaveURL(/search=bracelet$/);
  await expect(listing.getByRole('article').first()).toBeVisible();
});

test('prices and sizes are read, another word is named, and suggestions and results say the same', async ({ page }) => {
  await page.goto('/about');
  await open(page);
  await box(page).fill('angoothi size 11 1500 se kam');
  const said = page.locator('#header-search').getByRole('status');
  await expect(said).toHaveText('1 piece for “angoothi”, up to Rs. 1,500, size 11');
  await page.keyboard.press('Enter');
  const listing = page.locator('#listing');
  await expect(listing.getByRole('article')).toHaveText([/Pavé Eternity Band/]);
  await expect(listing.getByText('We looked for “angoothi”, up to Rs. 1,500, size 11.')).toBeVisible();
  await listing.getByRole('button', { name: 'In any size, at any price' }).click();
  await expect(listing.getByRole('article')).toHaveCount(5);

  await listing.getByRole('searchbox').fill('jhoomar');
  await expect(listing.getByText('We looked for “jhumka” instead of “jhoomar”.')).toBeVisible();
  await expect(listing.getByRole('article')).toHaveText([/Gold Jhumka Earrings/]);
  await expectNoFindings(page);
  await listing.getByRole('button', { name: 'Search for “jhoomar” alone' }).click();
  await expect(listing.getByText('No piece is called “jhoomar”.')).toBeVisible();
  await listing.getByRole('button', { name: 'Show the 1 nearest to it' }).click();
  await expect(listing.getByRole('article')).toHaveCount(1);

  // Too cheap for what there is, and a text that was pasted by mistake.
  await listing.getByRole('searchbox').fill('jhumka under 500');
  await listing.getByRole('button', { name: 'At any price: show the 1 of “jhumka”' }).click();
  await expect(listing.getByRole('article')).toHaveCount(1);
  await listing.getByRole('searchbox').fill('sparkly '.repeat(38));
  await expect(listing.getByText('No products available at the moment')).toBeVisible();
});

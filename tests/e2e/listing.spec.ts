import type { Page } from '@playwright/test';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const cards = (page: Page) => page.locator('#listing article');
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort' });
const counter = (page: Page) => page.getByText(/^Showing \d+ of \d+ products$/);

test('a search is answered by the server; typing searches after a pause, as one history entry', async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/products\/search\?q=pearl/);
  await page.goto('/products?search=pearl');
  await asked;
  const box = page.getByRole('searchbox', { name: 'Search products' });
  await expect(box).toHaveValue('pearl');
  await expect(counter(page)).toHaveText(/^Showing [1-9]\d* of \d+ products$/);
  await expect(sort(page).getByRole('option', { selected: true })).toHaveText('Best Match');
  // A link to a collection opens it under its heading.
  await page.goto('/products?filter=bridal');
  await expect(page).toHaveTitle(/^Our Products \|/);
  await expect(counter(page)).toHaveText(/^Showing [1-9]\d* of \d+ products$/);
  await expect(cards(page).first()).toContainText('Bridal');

  await page.goto('/products');
  await box.pressSequentially('kara', { delay: 30 });
  await expect(page).toHaveURL(/\/products\?search=kara$/);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText('Carved Gold Kara Pair');
  await expect(sort(page)).toHaveValue('match');
  await box.fill('jhumka');
  await expect(page).toHaveURL(/search=jhumka$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect(box).toHaveValue('');
  await expect(cards(page)).toHaveCount(24);
  await expect(sort(page)).toHaveValue('name');
  await expect(sort(page).getByRole('option', { name: 'Best Match' })).toHaveCount(0);
});

test('a letter typed while a slow phone still shows the search of those before it stays', async ({ page }) => {
  // Types on at the very end of the pause, before anything was rendered for the search that begins there, and once more after it was.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const type = (letter: string) => {
      const box = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, box.value + letter);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const typeOn = () => {
      if ((document.activeElement as HTMLInputElement).value !== 'ka') return;
      type('r');
      setTimeout(type, 100, 'a');
    };
    window.setTimeout = ((task: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      setTimeout(() => {
        task(...given);
        if (ms === 300) typeOn();
      }, ms)) as typeof setTimeout;
  });
  await page.goto('/products');
  const box = page.getByRole('searchbox', { name: 'Search products' });
  await box.pressSequentially('ka');
  await expect(page).toHaveURL(/\/products\?search=kara$/);
  await expect(box).toHaveValue('kara');
});

test('filters and sorting are in the address, and Back undoes them one by one without a request', async ({ page }) => {
  await page.goto('/products');
  const category = page.getByRole('combobox', { name: 'Category' });
  await expect(category.getByRole('option').first()).toHaveText('All Categories');
  await category.selectOption('rings');
  await expect(page).toHaveURL('/products?category=rings');
  await expect(counter(page)).toHaveText(/^Showing [5-9] of \d+ products$/);
  const requests: string[] = [];
  page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(request.url()));

  const panel = page.getByRole('dialog', { name: 'Filters' });
  const openPanel = () => page.getByRole('button', { name: /^Filters/ }).click();
  const colour = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name} \\d+ products?$`) });
  await openPanel();
  await colour('Silver').click();
  await expect(colour('Silver')).toHaveAttribute('aria-pressed', 'true');
  const ring = page.getByRole('article', { name: 'Rose Gold Halo Ring' }).locator('img').first();
  await expect(ring).toHaveAttribute('src', /halo-ring-silver/);
  await colour('Gold').click();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold');
  // The choice, the button and the heading say the same.
  const count = /\d+/.exec((await colour('Gold').textContent())?.replace('Gold', '') ?? '')?.[0];
  await panel.getByRole('button', { name: `Show ${count} products` }).click();
  await expect(counter(page)).toHaveText(new RegExp(`^Showing ${count} of`));
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: High to Low');
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold&sort=price-desc&view=list');

  // Rings that come in no colours stay in, and the page says so.
  await expect(page.getByText(/^\d+ pieces? stays? in because (it comes|they come) without a choice of colour\.$/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/products?category=rings&color=Silver&color=Gold');
  await page.goBack();
  await expect(page).toHaveURL('/products?category=rings&color=Silver');
  await openPanel();
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/products?category=rings');
  await expect(ring).toHaveAttribute('src', /halo-ring\.webp/);
  expect(requests).toEqual([]);

  await page.goto('/products?category=rings&color=Silver&sort=price-desc&view=list');
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('price-desc');
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true');
  await openPanel();
  await expect(colour('Silver')).toHaveAttribute('aria-pressed', 'true');
});

test('the listing loads the rest when its end comes into view, in 2 to 5 columns by width', async ({ page }) => {
  await page.goto('/products');
  await expect(cards(page)).toHaveCount(24);
  await expect(counter(page)).toHaveText(/^Showing (\d+) of \1 products$/);
  const columns = () =>
    page.locator('#listing ul:has(article)').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  for (const [width, count] of [
    [390, 2],
    [767, 2],
    [768, 3],
    [1024, 4],
    [1280, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await columns(), `at ${width} px`).toBe(count);
    await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible({ visible: width >= 768 });
  }
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeInViewport();
  // Filters stand once, in their panel; the category above the list alone.
  await expect(page.getByRole('checkbox', { name: 'Featured' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByRole('checkbox', { name: 'Featured' })).toBeInViewport();
  await expect(panel.getByRole('combobox', { name: 'Category' })).toBeHidden();
  await panel.getByRole('button', { name: 'Close filters' }).click();
  await page.getByRole('button', { name: 'List view' }).click();
  await expect.poll(columns).toBe(1);
  // A busy browser drops a turn of the wheel.
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(await cards(page).count()).toBeGreaterThan(24);
  }).toPass();
});

test('on a phone products are in view at once; the filters are in a panel that says how many each choice leaves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/products/featured', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: answer.data.slice(0, 2) } });
  });
  const button = page.getByRole('button', { name: 'Filters', exact: true });
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await page.goto('/products');
  await expect(cards(page).first()).toBeInViewport({ ratio: 0.9 });
  for (const name of ['Search products', 'Sort']) await expect(page.getByLabel(name, { exact: true }).last()).toBeVisible();
  await button.click();
  await expect(panel.getByRole('button', { name: /^Show \d+ products$/ })).toBeInViewport({ ratio: 1 });
  await expectNoFindings(page, { widths: [390] });
  // Featured is what the server returns.
  await panel.getByRole('checkbox', { name: 'Featured' }).check();
  await expect(panel.getByRole('button', { name: 'Show 2 products' })).toBeVisible();
  await panel.getByRole('checkbox', { name: 'Featured' }).uncheck();
  const rings = panel.getByRole('option', { name: /^Rings \(\d+\)$/ });
  const count = /\d+/.exec((await rings.textContent()) ?? '')?.[0];
  await panel.getByRole('combobox', { name: 'Category' }).selectOption('rings');
  await expect(panel.getByRole('button', { name: `Show ${count} products` })).toBeVisible();

  // Every size in its order, those of rings apart from those of bangles; what no ring has cannot be chosen.
  const sizes = (kind: string) => panel.getByRole('group', { name: kind, exact: true }).getByRole('button');
  await expect(sizes('Ring sizes')).toHaveText([/^6/, /^7/, /^8/, /^9/, /^10/, /^11/, /^12/]);
  await expect(sizes('Bangle sizes')).toHaveText([/^2\.2/, /^2\.4/, /^2\.6/, /^2\.8/, /^2\.10/]);
  await expect(sizes('Other sizes')).toHaveText([/^Small/, /^Medium/, /^Large/]);
  await expect(panel.getByRole('button', { name: '2.10 0 products' })).toBeDisabled();
  await panel.getByRole('button', { name: /^11 [1-9] products?$/ }).click();
  await expect(page).toHaveURL('/products?category=rings&size=11');
  await panel.getByRole('button', { name: /^Show [1-9] products?$/ }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters 2 chosen' })).toBeFocused();
});

test('filters that are set are listed, taken off one by one or all at once, and come back with Back', async ({ page }) => {
  await page.goto('/products?category=rings&maxPrice=2000&color=Silver&color=Teal&search=ring');
  const chosen = page.getByRole('list', { name: 'Chosen filters' });
  await expect(chosen.getByRole('listitem')).toHaveText(['Rings', 'Up to Rs. 2,000', 'Silver', 'Teal', 'Remove all']);
  await chosen.getByRole('button', { name: 'Remove Silver' }).press('Enter');
  await expect(page).toHaveURL('/products?search=ring&category=rings&maxPrice=2000&color=Teal');
  await expect(chosen.getByRole('button', { name: 'Remove Teal' })).toBeFocused();
  await chosen.getByRole('button', { name: 'Remove Up to' }).click();
  await chosen.getByRole('button', { name: 'Remove all' }).click();
  await expect(page).toHaveURL('/products?search=ring');
  await expect(chosen).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
  await page.goBack();
  await expect(chosen.getByRole('listitem')).toHaveText(['Rings', 'Teal', 'Remove all']);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByRole('button', { name: /^Up to Rs\. 1,500/ }).click();
  await panel.getByRole('button', { name: 'Close filters' }).click();
  await expect(chosen.getByRole('listitem')).toHaveText(['Rings', 'Up to Rs. 1,500', 'Teal', 'Remove all']);
});

for (const path of ['/products?category=earrings&maxPrice=2000', '/products?color=Gold&size=7', '/category/rings?size=11']) {
  test(`${path} opens with its filters, and nothing moves`, async ({ page }) => {
    const moved = await measureMoves(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('list', { name: 'Chosen filters' })).toBeVisible();
      expect.soft(await moved(), `${width} px`).toBeLessThanOrEqual(0.01);
    }
  });
}

import type { Page } from '@playwright/test';
import { paste } from '#tests/setup/paste.ts';
import { expect, type Shop, test } from '#tests/setup/shop-test.ts';

const CHOSEN = 'gold-charm-chain-bracelet';

const form = (page: Page) => page.getByRole('form', { name: 'Write a Review' });
const list = (page: Page) => page.getByRole('list', { name: 'Reviews' });

async function openForm(page: Page, shop: Shop, photo = CHOSEN) {
  await page.goto(shop.productUrl(photo));
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(form(page)).toBeVisible();
}

async function fill(page: Page, name: string, stars: string, comment: string) {
  await form(page).getByRole('textbox', { name: 'Your Name' }).fill(name);
  await form(page).getByRole('radio', { name: stars }).check();
  await form(page).getByRole('textbox', { name: 'Your Review' }).fill(comment);
}

test('the form is hidden until Write a Review, and every number of stars has a name', async ({ page, shop }) => {
  await page.goto(shop.productUrl(CHOSEN));
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(form(page).getByRole('textbox', { name: 'Your Name' })).toBeFocused();
  for (const label of ['1 Poor', '2 Fair', '3 Good', '4 Very Good', '5 Excellent'])
    await expect(form(page).getByRole('radio', { name: label })).toBeAttached();
  await form(page).getByRole('radio', { name: '2 Fair' }).check();
  await expect(form(page).getByText('Fair', { exact: true })).toBeVisible();
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(form(page)).toHaveCount(0);
});

test('submit is disabled until every field is filled in with more than spaces', async ({ page, shop }) => {
  await openForm(page, shop);
  const submit = form(page).getByRole('button', { name: 'Submit Review' });
  await expect(submit).toBeDisabled();
  await form(page).getByRole('textbox', { name: 'Your Name' }).fill('Hina');
  await form(page).getByRole('textbox', { name: 'Your Review' }).fill('   ');
  await expect(submit).toBeDisabled();
  await form(page).getByRole('radio', { name: '3 Good' }).check();
  await expect(submit).toBeEnabled();
  const said = page.waitForEvent('dialog');
  const pressed = submit.click();
  const dialog = await said;
  expect(dialog.message()).toBe('Please fill in all fields and select a rating');
  await dialog.accept();
  await pressed;
  await expect(form(page)).toBeVisible();
});

/** Milliseconds by the browser's own clock between the answer to a posted review and the call that has the rating counted. */
function pauseBeforeCounting(page: Page): Promise<number> {
  return page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const posted = calls.findLast(({ name }) => name.endsWith('/reviews'));
    const counted = calls.find(
      ({ name, startTime }) => /\/api\/products\/\w+$/.test(name) && startTime > (posted?.startTime ?? 0),
    );
    return (counted?.startTime ?? 0) - (posted?.responseEnd ?? 0);
  });
}

test('a shopper writes a review, shortens it, edits it, finds it after a reload and deletes it; the rating follows', async ({
  page,
  shop,
  forgive,
}) => {
  forgive(/422/);
  const words = `Shines in the evening ${Date.now()}`;
  await page.addInitScript(() => {
    window.addEventListener('productRatingUpdated', (event) => {
      Object.assign(window, { ratingOf: (event as CustomEvent).detail.productId });
    });
  });
  await openForm(page, shop);
  await fill(page, 'Mehwish', '5 Excellent', '');
  const comment = form(page).getByRole('textbox', { name: 'Your Review' });
  await paste(comment, 'x'.repeat(2_001));
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(comment).toHaveAccessibleDescription('At most 2000 characters');
  await expect(comment).toHaveValue('x'.repeat(2_001));
  await expect(comment).toBeFocused();
  await comment.fill(words);
  const counted = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith(shop.productId(CHOSEN)));
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  const sent = (await counted).postDataJSON();
  expect(Object.keys(sent).sort()).toEqual(['rating', 'reviewCount']);

  await expect(form(page)).toHaveCount(0);
  const own = list(page).getByRole('listitem').filter({ hasText: words });
  await expect(own).toContainText('Mehwish');
  await expect(own.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'ratingOf'))).toBe(shop.productId(CHOSEN));
  expect(await pauseBeforeCounting(page)).toBeGreaterThanOrEqual(299);
  await expect(page.locator('#product [data-live=reviews]')).toContainText(`(${sent.reviewCount} review`);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('reviews_v1') ?? '[]'));
  expect(kept).toMatchObject([{ productId: shop.productId(CHOSEN), productName: 'Gold Charm Chain Bracelet', comment: words }]);
  expect(kept[0].editToken).toEqual(expect.any(String));

  await own.getByRole('button', { name: 'Edit your review' }).click();
  const edit = page.getByRole('form', { name: 'Edit your review' });
  await expect(edit.getByRole('radio', { name: '5 Excellent' })).toBeChecked();
  await edit.getByRole('radio', { name: '3 Good' }).check();
  await edit.getByRole('textbox', { name: 'Your Review' }).fill(`${words}, less by day`);
  await edit.getByRole('button', { name: 'Save Review' }).click();
  await expect(own).toContainText('less by day');
  await expect(own.getByRole('img', { name: '3 out of 5 stars' })).toBeVisible();

  await page.reload();
  await expect(own.getByText('Your review')).toBeVisible();
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete this review?');
    dialog.accept();
  });
  await own.getByRole('button', { name: 'Delete your review' }).click();
  await expect(own).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('reviews_v1'))).toBe('[]');
  const { data } = await (await page.request.get(`/api/products/${shop.productId(CHOSEN)}/reviews?limit=100`)).json();
  expect(data.map(({ comment }: { comment: string }) => comment)).not.toContain(`${words}, less by day`);
});

test('a refused review keeps the input', async ({ page, shop, forgive }) => {
  await openForm(page, shop);
  await page.route('**/api/products/*/reviews', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { success: false, message: 'Down' } })
      : route.continue(),
  );
  await fill(page, 'Nida', '4 Very Good', 'Worth it');
  const said = page.waitForEvent('dialog');
  await form(page).getByRole('button', { name: 'Submit Review' }).click({ noWaitAfter: true });
  const dialog = await said;
  expect(dialog.message()).toBe('Failed to submit review. Please try again.');
  await dialog.accept();
  await expect(form(page).getByRole('textbox', { name: 'Your Review' })).toHaveValue('Worth it');
  await expect(form(page).getByRole('button', { name: 'Submit Review' })).toBeEnabled();
  forgive(/503/);
});

test('while a review is being sent it cannot be sent again', async ({ page, shop, forgive }) => {
  await openForm(page, shop);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products/*/reviews', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await wait;
    await route.abort();
  });
  page.on('dialog', (dialog) => dialog.accept());
  await fill(page, 'Zara', '1 Poor', 'Twice?');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  answer();
  await expect(form(page).getByRole('button', { name: 'Submit Review' })).toBeEnabled();
  forgive(/ERR_FAILED/);
});

test('the page shows ten reviews, and a button the others', async ({ page, shop }) => {
  const id = shop.productId(CHOSEN);
  await page.route(`**/api/products/${id}/reviews?*`, (route) => {
    const data = Array.from({ length: 25 }, (_, place) => ({
      id: `${place}`.padStart(24, '0'),
      productId: id,
      userName: `Shopper ${place}`,
      rating: 4,
      comment: 'Good',
      createdAt: '2026-10-01T10:00:00.000Z',
      updatedAt: null,
    }));
    return route.fulfill({ json: { success: true, data, pagination: { page: 1, limit: 100, totalPages: 1, totalItems: 25 } } });
  });
  await openForm(page, shop);
  await expect(list(page).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Show More Reviews' }).click();
  await page.getByRole('button', { name: 'Show More Reviews' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(25);
  await expect(page.getByRole('button', { name: 'Show More Reviews' })).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

const CHOSEN = 'gold-charm-chain-bracelet';

const form = (page: Page) => page.getByRole('form', { name: 'Write a Review' });
const list = (page: Page) => page.getByRole('list', { name: 'Reviews' });

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

test('a shopper writes, edits and deletes a review, and the rating follows', async ({ page, shop, forgive }) => {
  forgive(/422|503/);
  const words = `Shines in the evening ${Date.now()}`;
  await page.addInitScript(() => {
    window.addEventListener('productRatingUpdated', (event) => {
      Object.assign(window, { ratingOf: (event as CustomEvent).detail.productId });
    });
  });
  await page.goto(shop.productUrl(CHOSEN));
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  const name = form(page).getByRole('textbox', { name: 'Your Name' });
  const comment = form(page).getByRole('textbox', { name: 'Your Review' });
  const submit = form(page).getByRole('button', { name: 'Submit Review' });
  await expect(name).toBeFocused();
  await expect(submit).toBeDisabled();
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Write a Review' }).click();

  // Spaces are no review.
  await name.fill('Mehwish');
  await comment.fill('   ');
  await expect(submit).toBeDisabled();
  for (const label of ['1 Poor', '2 Fair', '3 Good', '4 Very Good', '5 Excellent'])
    await form(page).getByRole('radio', { name: label }).check();
  await expect(form(page).getByText('Excellent', { exact: true })).toBeVisible();
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    dialog.accept();
  });
  await submit.click();
  expect(said).toEqual(['Please fill in all fields and select a rating']);

  await paste(comment, 'x'.repeat(2_001));
  await submit.click();
  await expect(comment).toHaveAccessibleDescription('At most 2000 characters');
  await expect(comment).toHaveValue('x'.repeat(2_001));
  await expect(comment).toBeFocused();
  await comment.fill(words);

  // While it is being sent it cannot be sent again, and a refusal keeps it.
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products/*/reviews', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await wait;
    await route.fulfill({ status: 503, json: { success: false, message: 'Down' } });
  });
  await submit.click();
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  answer();
  await expect(submit).toBeEnabled();
  expect(said.at(-1)).toBe('Failed to submit review. Please try again.');
  await expect(comment).toHaveValue(words);
  await page.unrouteAll();
  const counted = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith(shop.productId(CHOSEN)));
  await submit.click();
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
  await own.getByRole('button', { name: 'Delete your review' }).click();
  await expect(own).toHaveCount(0);
  expect(said.at(-1)).toBe('Are you sure you want to delete this review?');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('reviews_v1'))).toBe('[]');
  const { data } = await (await page.request.get(`/api/products/${shop.productId(CHOSEN)}/reviews?limit=100`)).json();
  expect(data.map(({ comment }: { comment: string }) => comment)).not.toContain(`${words}, less by day`);
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
  await page.goto(shop.productUrl(CHOSEN));
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Show More Reviews' }).click();
  await page.getByRole('button', { name: 'Show More Reviews' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(25);
  await expect(page.getByRole('button', { name: 'Show More Reviews' })).toHaveCount(0);
});

test('the link of a mail that asks for a review opens the form, which asks for no address, and leaves none behind', async ({
  page,
  shop,
}) => {
  // What a token proves: tests/api/review-mails.test.ts.
  await page.goto(`${shop.productUrl('enamel-bangle-stack')}#review=${'x'.repeat(59)}`);
  await expect(form(page).getByRole('textbox', { name: 'Your Name' })).toBeFocused();
  await expect(form(page).getByRole('textbox', { name: 'Your Name' })).toBeInViewport();
  await expect(form(page).getByRole('textbox', { name: /Phone or E-mail/ })).toHaveCount(0);
  await form(page).getByRole('textbox', { name: 'Your Name' }).fill('Ayesha');
  await form(page).getByRole('radio', { name: '5 Excellent' }).check();
  await form(page).getByRole('textbox', { name: 'Your Review' }).fill('Lovely');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(list(page).getByText('Your review')).toBeVisible();
  await expect(page).toHaveURL(shop.productUrl('enamel-bangle-stack'));
});

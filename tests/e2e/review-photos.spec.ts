import sharp from 'sharp';
import { addProduct } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const photo = async (name: string, background: string) => {
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  return { name, mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() };
};

test('a review with photographs keeps what was typed when a file is no picture, and is shown when staff approve it', async ({
  page,
  staff,
}) => {
  const product = await addProduct(staff);
  await page.goto(`/product/${product.id}`);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  const form = page.getByRole('form', { name: 'Write a Review' });
  const photos = form.getByLabel('Photos (optional)');
  await form.getByRole('textbox', { name: 'Your Name' }).fill('Mehwish');
  await form.getByRole('radio', { name: '4 Very Good' }).check();
  await form.getByRole('textbox', { name: 'Your Review' }).fill('Light on the ear');

  const refusal = '“bill.pdf” is no picture';
  await photos.setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(form.getByRole('alert')).toHaveText(refusal);
  await expect(photos).toHaveAccessibleDescription(refusal);
  await expect(form.getByRole('textbox', { name: 'Your Review' })).toHaveValue('Light on the ear');
  await photos.setInputFiles([await photo('wrist.jpg', '#a02040'), await photo('box.jpg', '#204060')]);
  await expect(form.getByRole('img', { name: 'wrist.jpg' })).toBeVisible();
  await form.getByRole('button', { name: 'Remove box.jpg' }).press('Enter');
  await expect(form.getByRole('img', { name: 'box.jpg' })).toHaveCount(0);
  await expect(photos).toBeFocused();
  await form.getByRole('button', { name: 'Submit Review' }).click();
  await expect(form).toHaveCount(0);
  const shown = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').filter({ hasText: 'Light on the ear' });
  await expect(page.getByText('We read it before it is shown.')).toBeVisible();
  await expect(shown).toHaveCount(0);
  const seenByOthers = async () => (await (await page.request.get(`/api/products/${product.id}/reviews`)).json()).data;
  expect(await seenByOthers()).toEqual([]);

  await page.goto('/admin/reviews');
  const card = page.getByRole('listitem').filter({ hasText: product.name });
  await expect(card.getByText('Waiting', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Approve the review by Mehwish' }).click();
  await expect(card.getByText('Shown', { exact: true })).toBeVisible();
  expect(await seenByOthers()).toMatchObject([{ comment: 'Light on the ear', photos: [{ id: expect.any(String) }] }]);

  await page.goto(`/product/${product.id}`);
  const large = shown.getByRole('link', { name: `Photo by Mehwish of ${product.name}` });
  await expect(large).toHaveCount(1);
  await large.click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
});

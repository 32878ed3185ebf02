import sharp from 'sharp';
import { addProduct, chooseFiles } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

async function photo(name: string) {
  const square = sharp({ create: { width: 30, height: 30, channels: 3, background: '#57101f' } });
  return { name, mimeType: 'image/png', buffer: await square.png().toBuffer() };
}

test('the media manager says where photos are stored; a photo is uploaded, its address copied, and it is deleted when it is not in use', async ({
  page,
  staff,
  forgive,
}) => {
  const { cloudName, folder } = await staff.call('GET', '/upload/config');
  await page.goto('/admin/products');
  await page.getByRole('main').getByRole('link', { name: 'Media Manager' }).click();
  await expect(page.getByRole('heading', { name: 'Media Manager' })).toBeVisible();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
  // On a machine of one's own there is no project to name.
  expect(cloudName).toBe('');
  await expect(page.getByText('Cloud name')).toBeHidden();
  await chooseFiles(page, 'Upload Single', [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
  await expect(page.getByText('“notes.txt” is no picture')).toBeVisible();
  await chooseFiles(page, 'Upload Single', [await photo('pin.png')]);
  await expect(page.getByText('Uploaded 1 file', { exact: true })).toBeVisible();
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem').filter({ hasText: 'pin.png' });
  await expect(photos).toContainText('30 × 30');
  // What was uploaded stays findable, and says where it is shown; a project of storage is named where there is one.
  await page.route('**/api/upload/config', (route) =>
    route.fulfill({ json: { success: true, data: { cloudName: 'abcdefghij', folder } } }),
  );
  await page.reload();
  await expect(page.getByText('abcdefghij', { exact: true })).toBeVisible();
  await expect(photos).toContainText('Not shown anywhere');
  await photos.getByRole('button', { name: 'Copy URL of pin.png' }).click();
  await expect(page.getByText('The address was copied').first()).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(address)).headers()['content-type']).toBe('image/webp');

  const product = await addProduct(staff, { images: [address] });
  // That it cannot be had is not worth a word.
  await page.route('**/api/upload/config', (route) => route.abort());
  await page.reload();
  await expect(photos.getByRole('link', { name: product.name })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(['']);
  await photos.getByRole('button', { name: 'Delete pin.png' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText(product.name);
  await staff.call('DELETE', `/products/${product.id}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(photos).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBeGreaterThanOrEqual(400);
  forgive(/409|ERR_FAILED/);
});

test('of five photos the failed one shows why and is retried; the others are uploaded, also after leaving the screen', async ({
  page,
  forgive,
}) => {
  await page.goto('/admin/media');
  await chooseFiles(page, 'Upload Multiple', [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
  await expect(page.getByText('“notes.txt” is no picture')).toBeVisible();
  const files = await Promise.all(['1.png', '2.png', '3.png', '4.png', '5.png'].map(photo));
  files[2] = { name: '3.png', mimeType: 'image/png', buffer: Buffer.from('no photo at all') };
  await chooseFiles(page, 'Upload Multiple', files);
  await expect(page.getByText('Uploaded 4 files')).toBeVisible();
  const waiting = page.getByRole('list', { name: 'Uploads', exact: true }).getByRole('listitem');
  await expect(waiting).toHaveText(['3.pngChoose a JPEG, PNG, WebP or AVIF photo']);
  await waiting.getByRole('button', { name: 'Try 3.png again' }).click();
  await expect(waiting).toContainText('Choose a JPEG');

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: /History/ })).toBeVisible();
  await page.goBack();
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  for (const name of ['1.png', '2.png', '4.png', '5.png']) await expect(photos.filter({ hasText: name }).first()).toBeVisible();
  await waiting.getByRole('button', { name: 'Remove 3.png' }).click();
  await expect(waiting).toHaveCount(0);
  forgive(/415/);
});

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addProduct, chooseFiles, OTHER_PHOTO, openProducts, PHOTO } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A photo as a camera makes it: larger than the shop keeps, and lying on its side with a note to turn it. */
async function cameraPhoto(name: string) {
  const lying = sharp({ create: { width: 2600, height: 1300, channels: 3, background: '#7d5c24' } });
  return { name, mimeType: 'image/jpeg', buffer: await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer() };
}

async function smallPhoto(name: string) {
  const square = sharp({ create: { width: 40, height: 40, channels: 3, background: '#25613f' } });
  return { name, mimeType: 'image/png', buffer: await square.png().toBuffer() };
}

/** Remembers what the page sends to be stored. */
async function rememberSent(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sent: body.get('file') });
      send.call(this, body);
    };
  });
}

function lastSent(page: Page): Promise<{ type: string; width: number; height: number }> {
  return page.evaluate(async () => {
    const { sent } = window as unknown as { sent: File };
    const { width, height } = await createImageBitmap(sent, { imageOrientation: 'none' });
    return { type: sent.type, width, height };
  });
}

async function openForm(page: Page, staff: Staff, images: string[]) {
  const product = await addProduct(staff, { images });
  await openProducts(page, product.name);
  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  return { product, form: page.getByRole('dialog', { name: 'Edit Product' }) };
}

test('staff choose the colour that a photo shows, and mark it as worn; what the product loses takes it along', async ({
  page,
  staff,
}) => {
  const product = await addProduct(staff, { images: [PHOTO, OTHER_PHOTO], colors: ['Gold', 'Silver'] });
  await openProducts(page, product.name);
  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  await form.getByRole('combobox', { name: 'Color that amber-oud-perfume.webp shows' }).selectOption('Gold');
  await form.getByRole('combobox', { name: 'Color that emerald-drop-earrings.webp shows' }).selectOption('Silver');
  const worn = form.getByRole('checkbox', { name: 'emerald-drop-earrings.webp shows it worn' });
  await worn.check();
  await form.getByRole('tab', { name: 'Details' }).click();
  await form.getByRole('button', { name: 'Silver', exact: true }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/products/${product.id}`)).toMatchObject({
    colors: ['Gold'],
    photoColors: [{ image: PHOTO, color: 'Gold' }],
    wornImages: [OTHER_PHOTO],
  });

  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  await expect(worn).toBeChecked();
  await form.getByRole('button', { name: 'Remove emerald-drop-earrings.webp' }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect(await staff.call('GET', `/products/${product.id}`)).toMatchObject({ images: [PHOTO], wornImages: [] });
});

test('photos are uploaded one after the other; one that fails in the middle can be retried, and the others are kept; a large one is resized upright, what is no photo is refused', async ({
  page,
  staff,
  forgive,
}) => {
  await rememberSent(page);
  const { product, form } = await openForm(page, staff, [PHOTO]);
  let sent = 0;
  await page.route('**/api/upload/single', (route) => (++sent === 2 ? route.abort() : route.continue()));
  const photos = ['one', 'two', 'three', 'four', 'five'].map((name) => smallPhoto(`${name}.png`));
  await chooseFiles(page, 'Upload Images', await Promise.all(photos));

  await expect(form.getByText('Uploaded 4 image(s) successfully. 1 failed.')).toBeVisible();
  const failed = form.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expect(failed).toHaveText(/^two\.pngUpload failed$/);
  await failed.getByRole('button', { name: 'Try two.png again' }).click();
  await expect(form.getByText('Image uploaded successfully.')).toBeVisible();
  await expect(failed).toHaveCount(0);
  const images = form.getByRole('list', { name: 'Images in their order' }).getByRole('img');
  await expect(images).toHaveCount(6);
  await chooseFiles(page, 'Upload One', [await cameraPhoto('large.jpg')]);
  await expect(images).toHaveCount(7);
  expect(await lastSent(page)).toEqual({ type: 'image/webp', width: 1000, height: 2000 });

  await chooseFiles(page, 'Upload One', [{ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no photo') }]);
  await expect(form.getByText('Choose a JPEG, PNG, WebP or AVIF photo')).toBeVisible();
  await form.getByRole('button', { name: 'Remove broken.png' }).click();
  await expect(form.getByText('Choose a JPEG, PNG, WebP or AVIF photo')).toBeHidden();
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await chooseFiles(page, 'Upload Images', [text]);
  await expect(form.getByText('“notes.txt” is no picture')).toBeVisible();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect((await staff.call('GET', `/products/${product.id}`)).images).toHaveLength(7);
  forgive(/ERR_FAILED|415/);
});

test('images are sorted by buttons, by keyboard and by dragging; the first is the main one', async ({ page, staff }) => {
  const third = '/media/products/rose-gold-leather-watch.webp';
  const { product, form } = await openForm(page, staff, [PHOTO, OTHER_PHOTO, third]);
  const box = form.getByLabel('Image URLs, one per line');
  const tiles = form.getByRole('list', { name: 'Images in their order' }).getByRole('listitem');

  await form.getByRole('button', { name: 'Move rose-gold-leather-watch.webp left' }).click();
  await expect(box).toHaveValue([PHOTO, third, OTHER_PHOTO].join('\n'));
  await expect(form.getByRole('button', { name: 'Move rose-gold-leather-watch.webp left' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tiles.first()).toContainText('Main');
  await expect(box).toHaveValue([third, PHOTO, OTHER_PHOTO].join('\n'));

  const handle = form.getByRole('button', { name: 'Drag rose-gold-leather-watch.webp' });
  await handle.press('Space');
  await expect(form.getByText('rose-gold-leather-watch.webp is over place 1 of 3.')).toBeAttached();
  // dnd-kit listens for arrows one task after the key that picks up.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press('ArrowRight');
  await expect(form.getByText('rose-gold-leather-watch.webp is over place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Escape'); // puts it back, and leaves the form open
  await expect(form.getByText('rose-gold-leather-watch.webp is back where it was.')).toBeAttached();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  await handle.hover();
  // Where the last photo is now: it makes room as soon as the other comes.
  const { x, y, width, height } = (await tiles.last().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  // Let go before the page has followed the pointer, the photo would stay where it was.
  await expect(form.getByText('rose-gold-leather-watch.webp is over place 3 of 3.')).toBeAttached();
  await page.mouse.up();
  await expect(box).toHaveValue([PHOTO, OTHER_PHOTO, third].join('\n'));
  await form.getByRole('button', { name: 'Remove emerald-drop-earrings.webp' }).click();
  await form.getByRole('button', { name: 'Move rose-gold-leather-watch.webp left' }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect((await staff.call('GET', `/products/${product.id}`)).images).toEqual([third, PHOTO]);
});

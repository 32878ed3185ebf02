import { readFile } from 'node:fs/promises';
import { PHOTO_COMING } from '#domain/photos/photo-coming.ts';
import { addBangles, addProduct, chooseFiles, openProducts, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const csv = (text: string | Buffer) => [{ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }];

const addBangle = (staff: Staff) =>
  addBangles(staff, { '2.4': 3, '2.10': 1 }, { name: own('چوڑی 💛'), category: 'bracelets', colors: ['Gold'] });

test('an export that is changed in a spreadsheet shows what would happen, and then happens', async ({ page, staff, forgive }) => {
  const bangle = await addBangle(staff);
  await openProducts(page, bangle.name);
  await expect(page.getByText(/^Showing 1/)).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.split('\r\n')).toHaveLength(4);

  await page.getByRole('link', { name: 'Import' }).first().click();
  await chooseFiles(page, 'Choose a CSV file', csv(file));
  await expect(page.getByText('products.csv changes nothing: the shop already matches it.')).toBeVisible();

  const changed = file.replaceAll(',990,', ',1200,').replace(',3,3,yes', ',8,3,yes');
  await chooseFiles(page, 'Choose a CSV file', csv(changed));
  await expect(page.getByText('products.csv can be imported.')).toBeVisible();
  const row = page.getByRole('list', { name: 'Changed rows' }).getByRole('listitem').first();
  await expect(row).toContainText('Price: 990 becomes → 1200');
  await expect(row).toContainText('Stock: 3 becomes → 8');

  // A sale in between: nothing is done before it was shown.
  await staff.call('POST', '/stock-history/adjust', {
    productId: bangle.id,
    size: '2.4',
    transactionType: 'damage',
    quantity: 1,
  });
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('The catalogue changed meanwhile')).toBeVisible();
  forgive(/409/);
  await expect(page.getByRole('list', { name: 'Refused rows' })).toContainText(
    'There were 3 when this file was saved, and there are 2 now',
  );
  await chooseFiles(page, 'Choose a CSV file', csv(changed.replace(',8,3,yes', ',8,2,yes')));
  await expect(row).toContainText('Stock: 2 becomes → 8');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 product was imported')).toBeVisible();
  expect(await staff.call('GET', `/products/${bangle.id}`)).toMatchObject({ price: 1200, stockQuantity: 9 });
});

test('a file that a spreadsheet spoiled is refused row by row, with the reason', async ({ page, staff, forgive }) => {
  const bangle = await addBangle(staff);
  await page.goto('/admin/import');
  const spoiled = `\uFEFFProduct ID;Size;Price;Stock\r\n${bangle.id};2.4;1,250;3\r\n${bangle.id};10-Feb;1,250;1E+03\r\n`;
  await chooseFiles(page, 'Choose a CSV file', csv(Buffer.from(spoiled, 'utf16le')));
  await expect(page.getByText('Its columns are separated by semicolons.')).toBeVisible();
  await expect(page.getByText('The file is saved as Unicode text (UTF-16).')).toBeVisible();
  const refused = page.getByRole('list', { name: 'Refused rows' });
  await expect(refused).toContainText('Write “1,250” without thousands separators: 1250');
  await expect(refused).toContainText('“10-Feb” is a date that a spreadsheet made of 2.10');
  await expect(refused).toContainText('“1E+03” is a number that a spreadsheet shortened');
  await expect(page.getByRole('button', { name: /^Import 0 rows/ })).toBeDisabled();

  await chooseFiles(page, 'Choose a CSV file', csv('PK\u0003\u0004'));
  const complaint = page.getByText('This is a workbook, not a CSV file. In Excel choose Save As, then “CSV UTF-8”.', {
    exact: true,
  });
  await expect(complaint).toBeVisible();
  forgive(/422/);
  await chooseFiles(page, 'Choose a CSV file', csv(`Product ID,Price\n${bangle.id},1300\n`));
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
  await expect(complaint).toBeHidden();
});

test('on a phone a drop of many photos shows how far it is, and each name that was not taken with its reason; dropping them again sends only what is missing', async ({
  page,
  staff,
  forgive,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rings = await Promise.all(Array.from({ length: 4 }, () => addProduct(staff, { images: [PHOTO_COMING] })));
  const photo = (name: string, buffer = PIXEL) => ({ name, mimeType: 'image/png', buffer });
  const photos = rings.flatMap(({ sku }) => [1, 2, 3].map((place) => photo(`${sku}-${place}.png`)));
  const first = `${rings[0].sku}-1.png`;
  await page.goto('/admin/import');
  await chooseFiles(page, 'Choose photos', [
    ...photos,
    photo(first.toLowerCase()),
    photo('WhatsApp Image 2026-11-20 at 18.45.12 of the bangles on the table.png'),
    photo(`${rings[1].sku}-9.png`, Buffer.from('no photo')),
  ]);
  await expect(page.getByText('12 photos added, 1 failed')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Photos sent' })).toHaveAttribute('value', '13');
  await expect(page.getByRole('list', { name: '1 photo without a product' })).toContainText('WhatsApp Image');
  await expect(page.getByRole('list', { name: '1 photo with a name that came before' })).toHaveText(first.toLowerCase());
  const failed = page.getByRole('list', { name: '1 photo failed' });
  await expect(failed).toContainText(`${rings[1].name}`);
  await expect(failed).toContainText('Choose a JPEG, PNG, WebP or AVIF photo');
  await expect(page.getByText('4 products with these photos')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  for (const { id } of rings) expect((await staff.call('GET', `/products/${id}`)).images).toHaveLength(3);
  forgive(/415/);

  await chooseFiles(page, 'Choose photos', [...photos, photo(`${rings[2].sku}-4.png`)]);
  await expect(page.getByText('1 photo added, 12 there already')).toBeVisible();
  const { images } = await staff.call('GET', `/products/${rings[2].id}`);
  expect(images).toHaveLength(4);
  expect(images).not.toContain(PHOTO_COMING);
});

import { paste } from '#tests/setup/browsers/paste.ts';
import { pagesOf } from '#tests/setup/browsers/pdf-pages.ts';
import { addBangles, addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

/** Bangles of the test's own: five of 2.4 and seven of 2.6. */
const someBangles = (staff: Staff) => addBangles(staff, { '2.4': 5, '2.6': 7 });

const stockOf = async (staff: Staff, id: string) =>
  (await staff.call('GET', `/products/${id}`)).variants.map(({ stockQuantity }: any) => stockQuantity);

test('pieces are counted by scanning or typing, the sheet survives a reload, and one save books the differences under one number', async ({
  page,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, name, variants } = await someBangles(staff);
  await page.goto('/admin/stock-count');
  const scanned = page.getByLabel('SKU or name');
  for (const _ of [1, 2]) {
    await scanned.fill(variants[0].sku.toLowerCase());
    await page.keyboard.press('Enter');
  }
  await expect(page.getByLabel(`Counted of ${name} (2.4)`)).toHaveValue('2');
  await scanned.fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `${name} (2.6)` }).click();
  await page.getByLabel(`Counted of ${name} (2.6)`).fill('9');
  await scanned.fill('no such sku');
  await page.keyboard.press('Enter');
  await expect(scanned).toHaveAccessibleDescription('Nothing has “no such sku” in its SKU or name');
  await page.reload();
  await expect(page.getByText('2 counted, 2 differ (-1)')).toBeVisible();

  const notes = page.getByLabel('Notes');
  await paste(notes, 'x'.repeat(501));
  await expect(notes).toHaveAccessibleDescription('At most 500 characters');
  await expect(notes).toHaveValue('x'.repeat(501));
  await expect(page.getByRole('button', { name: 'Save Count' })).toBeDisabled();
  await notes.fill('Shelf 3');

  await staff.call('POST', '/stock-history/adjust', { productId: id, size: '2.6', transactionType: 'damage', quantity: 1 });
  await page.getByRole('button', { name: 'Save Count' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`${name} (2.6): +2; ${name} (2.4): -3`);
  await question.getByRole('button', { name: 'Save Count' }).click();
  const saved = page.getByRole('region', { name: 'Saved count' });
  await expect(saved).toContainText(/COUNT-\d+ was saved: 2 of 2 differed/);
  await expect(saved).toContainText(`${name} (2.6): -1 since it was counted, so there are 8 now.`);
  expect(await stockOf(staff, id)).toEqual([2, 8]);
  const history = await staff.call('GET', `/stock-history?productId=${id}&limit=2`);
  expect(new Set(history.map(({ referenceNumber }: any) => referenceNumber)).size).toBe(1);
});

test('a scanner needs no hand: the box has the focus on opening and after everything, and no scan takes the place of another', async ({
  page,
  staff,
  forgive,
}) => {
  const { name, variants } = await someBangles(staff);
  /** As a scanner types. */
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const box = page.getByLabel('SKU or name');
  const counted = page.getByLabel(`Counted of ${name} (2.4)`);
  await page.goto('/admin/stock-count');
  await expect(box).toBeFocused();
  await scan(variants[0].sku);
  await expect(counted).toHaveValue('1');
  await scan('unknown-1');
  await scan('unknown-2');
  await scan(variants[0].sku);
  await expect(counted).toHaveValue('2');
  await page.route('**/api/products/stock?*', (route) => route.abort());
  await scan('without-a-line');
  await expect(box).toHaveAccessibleDescription(/without-a-line/);
  await page.unroute('**/api/products/stock?*');
  await scan(variants[1].sku);
  await expect(page.getByLabel(`Counted of ${name} (2.6)`)).toHaveValue('1');
  await expect(box).toHaveAccessibleDescription(
    /Nothing has “unknown-1” in its SKU or name.*Nothing has “unknown-2” in its SKU or name.*“without-a-line”: Failed to look for the piece/,
  );

  await page.getByRole('button', { name: 'Dismiss “unknown-1”' }).click();
  await expect(box).toHaveAccessibleDescription(/^Nothing has “unknown-2”/);
  await expect(box).toBeFocused();
  await counted.fill('5');
  await counted.press('Enter');
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: `Remove ${name} (2.6)` }).click();
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: 'Save Count' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save Count' }).click();
  await expect(page.getByRole('region', { name: 'Saved count' })).toBeVisible();
  await expect(box).toBeFocused();
  await scan(variants[1].sku);
  await expect(page.getByLabel(`Counted of ${name} (2.6)`)).toHaveValue('1');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('Nothing counted yet.')).toBeVisible();
  await expect(box).toBeFocused();
  forgive(/ERR_FAILED/);
});

test('a count whose answer was lost is sent again by itself, as it is, and booked once', async ({ page, staff, forgive }) => {
  const { id, name, variants } = await someBangles(staff);
  await page.goto('/admin/stock-count');
  await page.getByLabel('SKU or name').fill(variants[0].sku);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(`Counted of ${name} (2.4)`)).toHaveValue('1');
  // The answer is lost, and so is that of the first repeat.
  await page.route(
    '**/api/stock-history/counts',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 2 },
  );
  await page.getByRole('button', { name: 'Save Count' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save Count' }).click();
  await expect(page.getByText('Nothing counted yet.')).toBeVisible();
  expect(await stockOf(staff, id)).toEqual([1, 7]);
  const unsent = () => page.evaluate(() => localStorage.getItem('admin.unsent'));
  await expect.poll(unsent).toBeNull();
  const counts = await staff.call('GET', `/stock-history?productId=${id}&limit=9`);
  expect(counts.filter(({ referenceNumber }: any) => referenceNumber?.startsWith('COUNT-'))).toHaveLength(1);
  expect(await stockOf(staff, id)).toEqual([1, 7]);
  forgive(/ERR_FAILED/);
});

test('labels are printed alone, so many of each piece, with name, size, price, barcode and SKU', async ({ page, staff }) => {
  const { name, variants } = await someBangles(staff);
  await page.goto('/admin/labels');
  await page.getByLabel('SKU or name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add all 2' }).click();
  await page.getByRole('button', { name: `One label for each piece in stock of ${name} (2.6)` }).click();
  await expect(page.getByRole('button', { name: 'Print 8 SKU labels' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Barcodes' })).toBeHidden();
  const labels = page.locator('.print-only .label');
  await expect(labels).toHaveCount(8);
  await expect(labels.last()).toContainText(`${name}2.6Rs. 990${variants[1].sku}`);
  const box = await labels.first().boundingBox();
  expect(Math.round((box?.width ?? 0) / (96 / 25.4))).toBe(70);
  const bars = await labels.first().locator('svg').boundingBox();
  expect((bars?.width ?? 0) / (96 / 25.4)).toBeLessThanOrEqual(62.1);

  // A sheet of which eighteen labels are used up: the first is the first of the seventh row, and two go onto another sheet.
  await page.emulateMedia({ media: null });
  await page.getByLabel('Start at label').fill('19');
  await page.emulateMedia({ media: 'print' });
  // As wide as the sheet.
  await page.setViewportSize({ width: 794, height: 1123 });
  const first = await page.locator('.print-only article').first().boundingBox();
  expect([Math.round(first?.x ?? 9), Math.round((first?.y ?? 0) / (96 / 25.4))]).toEqual([0, Math.round(6 * 37.1)]);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(2);
});

test('labels have the size of their paper, and hold a long name and colour without cutting price, barcode or SKU', async ({
  page,
  staff,
}) => {
  const color = 'Antique rose gold with emerald enamel';
  const sku = `${own('CHANDBALI').replace(/\W/g, '')}-ANTIQUE-ROSE-GOLD-210`.toUpperCase().slice(0, 40);
  const { name } = await addProduct(staff, {
    name: own('Kundan meenakari bridal chandbali jhumka earrings with sahara and tikka'),
    colors: [color],
    sizes: ['2.10'],
    price: 1_250_000,
    variants: [{ size: '2.10', color, sku, stockQuantity: 25 }],
  });
  await page.goto('/admin/labels');
  await page.getByLabel('SKU or name').fill(sku);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `One label for each piece in stock of ${name}` }).click();
  await expect(page.getByText('This SKU is too long for a barcode that scans on this paper.')).toBeVisible();

  for (const [paper, sheets] of [
    ['A4', ['210 × 297', '210 × 297']],
    ['Roll', Array.from({ length: 25 }, () => '60 × 30')],
  ] as const) {
    await page.emulateMedia({ media: null });
    await page.getByLabel('Paper').click();
    await page.getByRole('option', { name: new RegExp(`^${paper}`) }).click();
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(sheets);
    await page.emulateMedia({ media: 'print' });
    const label = page.locator('.print-only .label').first();
    await expect(label).toContainText(`Rs. 1,250,000${sku}`);
    const cut = await label.evaluate((box) => {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('*')]
        .filter((part) => {
          const inner = part.getBoundingClientRect();
          const isOut = inner.top < top || inner.bottom > bottom || inner.left < left || inner.right > right;
          return (
            isOut || (part.matches('strong, .label-sku') && (part.clientHeight > 25 || part.scrollWidth > part.clientWidth + 1))
          );
        })
        .map((part) => part.outerHTML);
    });
    expect(cut).toEqual([]);
  }
});

import { beforeEach, describe, expect, test } from 'vitest';
import { CATALOG_COLUMNS, type CatalogColumn, catalogRows } from '#domain/catalog/catalog-csv.ts';
import { toCsv } from '#domain/csv.ts';
import { product } from '#domain/products/contract.ts';
import { orderFor } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const image = '/media/products/pave-eternity-band.webp';
const columns = CATALOG_COLUMNS.map((name) => ({
  name,
  value: (row: Record<CatalogColumn, string | number | null>) => row[name],
}));

/** The file that the back office saves. */
async function exported(search = ''): Promise<string> {
  const items: any[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await staff('GET', `/api/products?sortBy=name&limit=100&page=${page}${search && `&search=${search}`}`);
    items.push(...json.data);
    pages = json.pagination.totalPages;
  }
  return toCsv(
    columns,
    items.flatMap((item) => catalogRows(product.parse(item))),
  );
}

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'products.csv');
  return form;
};
const check = async (content: string | Uint8Array<ArrayBuffer>) => staff('POST', '/api/catalogue/import/check', fileOf(content));
const send = (content: string, fingerprint: string) => {
  const form = fileOf(content);
  form.append('fingerprint', fingerprint);
  return staff('POST', '/api/catalogue/import', form);
};
const checked = async (content: string) => {
  const { status, json } = await check(content);
  expect([status, json.errors]).toEqual([200, undefined]);
  return json.data;
};
const imported = async (content: string) => send(content, (await checked(content)).fingerprint);
const statuses = ({ rows }: any) => rows.map(({ status }: any) => status);
const problems = ({ rows }: any) =>
  rows.flatMap((row: any) => row.problems.map(({ column, message }: any) => [row.line, column, message]));
const read = async (id: string) => (await shop.call('GET', `/api/products/${id}`)).json.data;
const add = async (fields: Record<string, unknown> = {}) =>
  (await staff('POST', '/api/products', { name: 'Kara', price: 1000, category: 'bracelets', images: [image], ...fields })).json
    .data;

let unique = 0;
let bangle: any;
beforeEach(async () => {
  unique += 1;
  bangle = await add({
    name: `Bangle ${unique}`,
    colors: ['Gold', 'Silver'],
    sizes: ['2.4', '2.10'],
    variants: [
      { size: '2.4', sku: `BG${unique}-24`, stockQuantity: 4 },
      { size: '2.10', sku: `BG${unique}-210`, stockQuantity: 0 },
    ],
  });
});

describe('a file that the shop saved', () => {
  test('changes nothing, and comes out again byte by byte', async () => {
    await add({
      name: `=چوڑیاں ${unique} 💍, "سونا"`,
      description: "First line\n\n'=second; line\n+92",
      material: "'-brass",
      colors: ['Gold; rose', 'Back\\slash'],
      images: [image, '/media/products/amber-oud-perfume.webp'],
      photoColors: [{ image: '/media/products/amber-oud-perfume.webp', color: 'Gold; rose' }],
      wornImages: ['/media/products/amber-oud-perfume.webp', image],
      price: 1450.5,
      originalPrice: 2000,
      lengthMm: 52.5,
      chainMm: 450,
      weightGrams: 38,
      plating: '18k; gold',
      isNickelFree: false,
      occasions: ['mehndi', 'eid'],
      care: 'Keep it dry\nWipe it',
    });
    const file = await exported();
    const answer = await checked(file);
    expect(new Set(statuses(answer))).toEqual(new Set(['unchanged']));
    expect(answer.notes).toEqual([]);
    expect((await send(file, answer.fingerprint)).json).toMatchObject({ data: { products: 0 } });
    expect(await exported()).toBe(file);
  });

  test('makes the same catalogue in an empty shop', async () => {
    const file = await exported();
    await shop.rows(
      `with gone as (update products set archived_at = now() where archived_at is null returning id) select count(*) from gone`,
    );
    // As if they had never been: other ids and SKUs.
    const elsewhere = file.replace(/^([0-9a-f]{8})[0-9a-f]{4}/gm, '$1eeee').replace(/,([A-Z]+[0-9]*-[0-9A-Z-]+),/g, ',X$1,');
    const answer = await checked(elsewhere);
    expect(problems(answer)).toEqual([]);
    expect(new Set(statuses(answer))).toEqual(new Set(['new']));
    expect((await send(elsewhere, answer.fingerprint)).status).toBe(200);
    expect(await exported()).toBe(elsewhere);
  });
});

describe('the dry run', () => {
  test('says what changes, cell by cell, and the import does exactly that', async () => {
    const file = `SKU,Price,Stock,Featured\nBG${unique}-24,1250,4,yes\nBG${unique}-210,1250,7,yes\n`;
    const answer = await checked(file);
    expect(answer.rows).toEqual([
      {
        line: 2,
        status: 'changed',
        product: bangle.name,
        choice: '2.4',
        changes: [
          { column: 'Price', before: '1000', after: '1250' },
          { column: 'Featured', before: 'no', after: 'yes' },
        ],
        problems: [],
      },
      {
        line: 3,
        status: 'changed',
        product: bangle.name,
        choice: '2.10',
        changes: [{ column: 'Stock', before: '0', after: '7' }],
        problems: [],
      },
    ]);
    expect((await read(bangle.id)).price).toBe(1000);
    expect((await send(file, answer.fingerprint)).json.data).toEqual({ products: 1 });
    expect(await read(bangle.id)).toMatchObject({
      price: 1250,
      isFeatured: true,
      stockQuantity: 11,
      variants: [
        { size: '2.4', stockQuantity: 4 },
        { size: '2.10', stockQuantity: 7 },
      ],
    });
    expect(statuses(await checked(file))).toEqual(['unchanged', 'unchanged']);
  });

  test('reads facts as people write them, and an empty cell takes one away', async () => {
    const facts = 'SKU,Length (mm),Weight (g),Nickel free,Occasions,Stones\n';
    await imported(`${facts}BG${unique}-24,62.5,40,No,"eid, MEHNDI",Zircon\nBG${unique}-210,62.5,40,No,"eid, MEHNDI",Zircon\n`);
    const filled = { lengthMm: 62.5, weightGrams: 40, isNickelFree: false, occasions: ['mehndi', 'eid'], stones: 'Zircon' };
    expect(await read(bangle.id)).toMatchObject(filled);
    await imported(`SKU,Length (mm),Nickel free,Occasions\nBG${unique}-24,,,\nBG${unique}-210,,,\n`);
    expect(await read(bangle.id)).toMatchObject({ ...filled, lengthMm: null, isNickelFree: null, occasions: [] });
    const wrong = `SKU,Length (mm),Weight (g),Nickel free,Occasions\nBG${unique}-24,6 cm,0,perhaps,Nikkah\n`;
    expect(
      problems(await checked(wrong))
        .map(([, column]: any) => column)
        .sort(),
    ).toEqual(['Length (mm)', 'Nickel free', 'Occasions', 'Weight (g)']);
  });

  test('reads which photos show a piece worn by their numbers, and names the column where one has no such photo', async () => {
    const worn = '/media/products/pearl-open-cuff-worn.webp';
    const cuff = await add({ name: `Cuff ${unique}`, images: [image, worn], sku: `CF${unique}` });
    await imported(`SKU,Worn photos\nCF${unique},2\n`);
    expect(await read(cuff.id)).toMatchObject({ wornImages: [worn] });
    await imported(`SKU,Images\nCF${unique},${worn}\n`);
    expect(await read(cuff.id)).toMatchObject({ images: [worn], wornImages: [worn] });
    for (const cell of ['2', '0', 'one', '1;1']) {
      const answer = await checked(`SKU,Worn photos\nCF${unique},${cell}\n`);
      expect(problems(answer).map(([, column]: any) => column)).toEqual(['Worn photos']);
    }
    await imported(`SKU,Worn photos\nCF${unique},\n`);
    expect(await read(cuff.id)).toMatchObject({ wornImages: [] });
  });

  test('adds products by name, with sizes and without, once', async () => {
    const file = `Name,Category,Price,Size,Stock,Images\nKangan ${unique},Bracelets,900,2.4,3,${image}\nKangan ${unique},Bracelets,900,2.6,5,${image}\nTikka ${unique},rings,450.50,,2,\n`;
    expect(statuses(await checked(file))).toEqual(['new', 'new', 'new']);
    expect((await imported(file)).json.data).toEqual({ products: 2 });
    const [kangan] = (await staff('GET', `/api/products?search=Kangan ${unique}`)).json.data;
    expect(kangan).toMatchObject({ category: 'bracelets', sizes: ['2.4', '2.6'], stockQuantity: 8, images: [image] });
    const [tikka] = (await staff('GET', `/api/products?search=Tikka ${unique}`)).json.data;
    expect(tikka).toMatchObject({ price: 450.5, stockQuantity: 2, images: ['/media/photo-coming.webp'] });
    expect(statuses(await checked(file))).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  test('adds a size to a product, and counts one by size that was counted as a whole', async () => {
    const whole = await add({ name: `Kara ${unique}`, stockQuantity: 9 });
    const file = `Name,Size,SKU,Stock\n${bangle.name},2.4,BG${unique}-24,4\n${bangle.name},2.8,BG${unique}-28,6\n${whole.name},2.4,,5\n${whole.name},2.6,,4\n`;
    expect((await imported(file)).status).toBe(200);
    expect(await read(bangle.id)).toMatchObject({ sizes: ['2.4', '2.10', '2.8'], stockQuantity: 10 });
    expect(await read(whole.id)).toMatchObject({
      sizes: ['2.4', '2.6'],
      variants: [
        { size: '2.4', stockQuantity: 5 },
        { size: '2.6', stockQuantity: 4 },
      ],
    });
  });

  test('refuses rows with the reason and the column, and the import does nothing at all', async () => {
    const deleted = await add({ name: `Gone ${unique}` });
    await shop.rows(`update products set archived_at = now() where id = '${deleted.id}' returning id`);
    const rows = [
      `,BG${unique}-24,,-5,rings,4`,
      `,BG${unique}-210,,1200,nowhere,x`,
      `${deleted.id},,,500,rings,`,
      `,,New without price ${unique},,rings,1`,
      `12,,Odd id,100,rings,1`,
    ];
    const file = `Product ID,SKU,Name,Price,Category,Stock\n${rows.join('\n')}\n`.replace(',,,', `,,Gone ${unique},`);
    const answer = await checked(file);
    expect(new Set(statuses(answer))).toEqual(new Set(['refused']));
    const said = problems(answer);
    for (const wanted of [
      [2, 'Price', expect.stringContaining('above 0')],
      [3, 'Category', expect.any(String)],
      [3, 'Stock', 'Write a number'],
      [4, 'Product ID', 'This product was deleted. Restore it under Deleted first.'],
      [5, 'Price', 'Required'],
      [6, 'Product ID', 'Not the id of a product: leave it empty for a new one'],
    ]) {
      expect(said).toContainEqual(wanted);
    }
    expect(await send(file, answer.fingerprint)).toMatchObject({ status: 422 });
    expect(await read(bangle.id)).toEqual(bangle);
  });

  test('refuses to guess: rows that disagree, the same piece twice, and stock of a product that is counted by size', async () => {
    const file = `Name,Price,Size,Stock\n${bangle.name},1000,2.4,4\n${bangle.name},1100,2.10,1\n${bangle.name},1000,2.4,9\n${bangle.name},1000,,9\n`;
    expect(problems(await checked(file))).toEqual([
      [3, 'Price', 'Line 2 says otherwise: all rows of a product say the same here'],
      [4, 'Size', 'Line 2 is about the same pieces'],
      [5, 'Size', 'Each size and color is counted on its own: name one, or its SKU'],
    ]);
  });

  test('of rows with the same SKU refuses the one that it does not belong to, whichever comes first', async () => {
    const wrong = `Jhumka ${unique},BG${unique}-24,2.4,3`;
    const right = `${bangle.name},BG${unique}-24,2.4,9`;
    const message = (line: number) => `Line ${line} has the same SKU, and ${bangle.name} has it in the shop`;
    const file = (...rows: string[]) => `Name,SKU,Size,Stock\n${rows.join('\n')}\n`;
    expect(problems(await checked(file(wrong, right))).filter(([, column]: string[]) => column === 'SKU')).toEqual([
      [2, 'SKU', message(3)],
    ]);
    const { rows } = await checked(file(right, wrong));
    expect(rows.map(({ line, status }: any) => [line, status])).toEqual([
      [2, 'changed'],
      [3, 'refused'],
    ]);
    const copied = `${bangle.name},BG${unique}-24,2.10,1`;
    const [, ...others] = problems(await checked(file(copied, right)));
    expect(others.every(([line]: number[]) => line === 2)).toBe(true);
  });

  test('of rows with the same new SKU names both, since nobody knows which one is meant', async () => {
    const file = `Name,SKU,Price,Category\nA ${unique},NEW-${unique},1,rings\nB ${unique},NEW-${unique},1,rings\n`;
    expect(problems(await checked(file))).toEqual([
      [2, 'SKU', 'Line 3 has the same SKU'],
      [3, 'SKU', 'Line 2 has the same SKU'],
    ]);
  });

  test('says that half a piece is none', async () => {
    const file = `Name,SKU,Stock,Price,Category\n${bangle.name},BG${unique}-24,2.5,1000,bracelets\nNew ${unique},,2.5,1000,rings\n`;
    expect(problems(await checked(file)).filter(([, column]: string[]) => column === 'Stock')).toEqual([
      [2, 'Stock', 'Must be a whole number'],
      [3, 'Stock', 'Must be a whole number'],
    ]);
  });

  test('of a row with a cell too many says that alone: the others have slipped', async () => {
    const file = `SKU,Price,Size,Stock\nBG${unique}-24,1,000,2.4,4\n`;
    expect(problems(await checked(file))).toEqual([[2, '', expect.stringContaining('5 cells, the first line has 4')]]);
  });

  test('names a size that a spreadsheet made a date or a number of', async () => {
    const file = `SKU,Size,Stock\nBG${unique}-210,10-Feb,1\nBG${unique}-24,2.1,4\n`;
    expect(problems(await checked(file))).toEqual([
      [2, 'Size', '“10-Feb” is a date that a spreadsheet made of 2.10: format the column as text and write it again'],
      [3, 'Size', '“2.1” is what a spreadsheet makes of 2.10: format the column as text and write it again'],
    ]);
  });

  test('names a SKU that a spreadsheet made a date or a shorter number of, however the row says its product', async () => {
    const spoilt = await add({
      name: `Kangan ${unique}`,
      sizes: ['2.4', '2.6'],
      variants: [
        { size: '2.4', sku: `000${unique}4583`, stockQuantity: 1 },
        { size: '2.6', sku: `1-${unique}-26`, stockQuantity: 1 },
      ],
    });
    const said = [
      [2, 'SKU', expect.stringContaining(`is what a spreadsheet makes of 000${unique}4583`)],
      [3, 'SKU', expect.stringContaining(`is a date that a spreadsheet made of 1-${unique}-26`)],
    ];
    const rows = (of: string) => `${of},${unique}4583,2.4,1\n${of},${unique}/1/2026,2.6,1\n`;
    expect(problems(await checked(`Product ID,SKU,Size,Stock\n${rows(spoilt.id)}`))).toEqual(said);
    const byName = await checked(`Name,SKU,Size,Stock\n${rows(spoilt.name)}`);
    expect(problems(byName).filter(([, column]: string[]) => column === 'SKU')).toEqual(said);
    expect(problems(await checked(`SKU,Stock\n${unique}4583,1\n`))).toContainEqual([
      2,
      'SKU',
      'No product has this SKU, and a new one needs a name',
    ]);
  });

  test('refuses to take off a size with pieces, and photos that the shop has not got', async () => {
    const file = `Name,Sizes,Images\n${bangle.name},2.10,https://example.com/a.jpg\n`;
    expect(problems(await checked(file))).toEqual([
      [2, 'Images', 'Upload this photo first, it is on another site: https://example.com/a.jpg'],
    ]);
    const sized = `SKU,Sizes\nBG${unique}-210,2.10\n`;
    expect(problems(await checked(sized))).toEqual([[2, 'Sizes', '2.4 still has 4 pieces']]);
  });
});

describe('stock that moved since the file was saved', () => {
  const sell = async (quantity: number, size = '2.4') => {
    const sold = orderFor([{ productId: bangle.id, quantity, selectedColor: 'Gold', selectedSize: size }], quantity * 1000 + 200);
    expect((await shop.call('POST', '/api/orders', { body: sold })).status).toBe(201);
  };
  const stockOf = async (id: string) => (await read(id)).variants.map(({ stockQuantity }: any) => stockQuantity);

  test('stays as it is: pieces sold meanwhile do not come back with a new price', async () => {
    const file = (await exported(bangle.name)).replaceAll(',1000,', ',1100,');
    await sell(2);
    await sell(1);
    const answer = await checked(file);
    expect([problems(answer), answer.warning]).toEqual([[], '']);
    expect(answer.rows.flatMap(({ changes }: any) => changes.map(({ column }: any) => column))).toEqual(['Price']);
    expect((await send(file, answer.fingerprint)).status).toBe(200);
    expect([(await read(bangle.id)).price, await stockOf(bangle.id)]).toEqual([1100, [1, 0]]);
  });

  test('changes where the file says something else than it saw, and is refused where that is no longer so', async () => {
    const file = (await exported(bangle.name)).replace(/,4,4,/, ',9,4,').replace(/,0,0,/, ',2,0,');
    await sell(1);
    expect(problems(await checked(file))).toEqual([
      [2, 'Stock', expect.stringMatching(/^There were 4 when this file was saved, and there are 3 now: write 4 .*, or 3 under/)],
    ]);
    expect((await imported(file.replace(',9,4,', ',9,3,'))).status).toBe(200);
    expect(await stockOf(bangle.id)).toEqual([9, 2]);
    expect(statuses(await checked(file))).toEqual(['unchanged', 'unchanged']);
  });

  test('of a product that is counted as a whole stays, too', async () => {
    const whole = await add({ name: `Kara ${unique}`, stockQuantity: 9 });
    const file = (await exported(whole.name)).replace(',1000,', ',1100,');
    await staff('POST', '/api/stock-history/adjust', {
      productId: whole.id,
      quantity: 2,
      transactionType: 'adjustment',
    });
    expect((await imported(file)).status).toBe(200);
    expect(await read(whole.id)).toMatchObject({ price: 1100, stockQuantity: 2 });
  });

  test('is set by a file that does not say what it saw, and the dry run names every piece of it', async () => {
    await sell(2);
    const { warning } = await checked(`SKU,Price,Stock\nBG${unique}-24,1250,4\nBG${unique}-210,1250,0\n`);
    expect(warning).toBe(
      `This file does not say what the stock was when it was saved. It sets the stock of one row: ${bangle.name}, 2.4 from 2 to 4. Pieces that were sold since then would be on sale again. To leave the stock alone, take out the column Stock.`,
    );
    expect((await checked(`SKU,Price\nBG${unique}-24,1250\n`)).warning).toBe('');
  });
});

describe('when the shop moved since the dry run', () => {
  test('an edit, a sale or another import is noticed, and nothing is written', async () => {
    const file = `SKU,Price,Stock\nBG${unique}-24,1300,8\n`;
    const { fingerprint } = await checked(file);
    const sold = orderFor([{ productId: bangle.id, quantity: 1, selectedColor: 'Gold', selectedSize: '2.4' }], 1200);
    expect((await shop.call('POST', '/api/orders', { body: sold })).status).toBe(201);
    expect((await send(file, fingerprint)).json).toMatchObject({ code: 'catalogue_changed' });
    expect(await read(bangle.id)).toMatchObject({ price: 1000, stockQuantity: 3 });
    expect((await imported(file)).status).toBe(200);
    expect(await read(bangle.id)).toMatchObject({ price: 1300, stockQuantity: 8 });
    expect((await send(file, fingerprint)).status).toBe(409);
  });

  test('the database takes the last look: all of it is undone when one product moved in between', async () => {
    const [first, second] = [await add({ name: `A ${unique}` }), await add({ name: `B ${unique}` })];
    const entries = [first, second].map(({ id, updatedAt }) => ({
      id,
      expectedVersion: updatedAt,
      fields: { price: 77 },
      stockSeen: null,
    }));
    await staff('PUT', `/api/products/${second.id}`, { material: 'Brass' });
    const [{ count }] = await shop.rows('select count(*)::integer as count from products');
    const call = `select public.import_products('${JSON.stringify(entries)}'::jsonb, ${count}, null)`;
    await expect(shop.rows(call)).rejects.toThrow();
    expect((await read(first.id)).price).toBe(1000);
  });
});

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook/],
  ['letters of Windows', new Uint8Array([...new TextEncoder().encode('Name,Price\n'), 0xe9, 0x2c, 0x31]), /Unicode/],
  ['no heading', new TextEncoder().encode('Ring,100\n'), /name the columns/],
  ['an open quote', new TextEncoder().encode('Name,Price\n"Ring,100\n'), /quotes/],
])('%s is refused as a file, with what to do', async (_what, bytes, message) => {
  const { status, json } = await check(bytes);
  expect([status, json.errors]).toEqual([422, [{ path: 'file', message: expect.stringMatching(message) }]]);
});

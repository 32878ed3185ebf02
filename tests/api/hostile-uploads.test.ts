import { expect, test } from 'vitest';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { expectedAccess } from '#tests/setup/every-operation/expected-access.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import { signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();
const staff = await signInStaff(shop);
const account = { email: 'shopper@example.com', password: 'a long enough password' };
const shopper = (await shop.call('POST', '/api/auth/signup', { body: account })).json.data.token;
const examples = exampleRequests(shop, staff);
await shop.call('POST', '/api/stock-history/adjust', {
  token: staff,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});

/** What a text of a form, a file or its name can contain, and Postgres cannot: or what readers choke on. */
const TEXTS: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'a zero byte': 'Ring\u0000, silver',
  'nothing but zero bytes': '\u0000'.repeat(500),
  'other control characters': 'Ring\u0001\u001b[31m\u007f',
  'half of a character': Uint8Array.from([0x52, 0xed, 0xa0, 0x80, 0x0a]),
  'bytes that are no letters': Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x0a, 0x00]),
  'one letter a hundred thousand times': 'x'.repeat(100_000),
  'a quote that never ends': '"'.repeat(999),
  'a header of the form': '\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
};

const { paths } = (await shop.call('GET', '/api/openapi.json')).json;
const uploads = Object.entries<Record<string, any>>(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    requestBody?.content['multipart/form-data'] ? [`${method.toUpperCase()} ${path}`] : [],
  ),
);

let number = 1_000;

/** The example of an upload, with one of its parts in another form. */
async function send(operation: string, change: (body: FormData) => void) {
  const example = await examples[operation]?.(++number);
  if (!(example?.body instanceof FormData)) throw new Error('No upload');
  change(example.body);
  const own = { shopper, staff, 'author or staff': staff, 'anyone or staff': staff, anyone: '', signed: '' }[
    expectedAccess(operation)
  ];
  const token = example.token ?? own;
  const [method = ''] = operation.split(' ');
  return shop.call(method, example.path, { body: example.body, ...(token ? { token } : {}) });
}

const fileFieldOf = (body: FormData) => [...body].find(([, value]) => typeof value !== 'string')?.[0] ?? 'file';

test('the sweep knows the uploads of photos, transfers and tables', () => {
  expect(uploads).toEqual(
    expect.arrayContaining([
      'POST /api/upload',
      'POST /api/upload/transfer-photo',
      'POST /api/catalogue/import/check',
      'POST /api/catalogue/import',
    ]),
  );
});

const cases = uploads.flatMap((operation) => Object.entries(TEXTS).map(([name, text]) => [operation, name, text] as const));

test.each(cases)('%s refuses %s, wherever it stands', async (operation, _, text) => {
  const places: ((body: FormData) => void)[] = [
    (body) => body.set(fileFieldOf(body), new Blob([text]), 'file.csv'),
    (body) =>
      body.set(
        fileFieldOf(body),
        new Blob([`Product ID,SKU,Name,Images,Price\n${PENDANT.id},`, text, ',Ring,a b,5\n']),
        'file.csv',
      ),
    (body) =>
      body.set(fileFieldOf(body), new Blob(['Product ID,SKU,Name,Images,Price\n,,', text, ',', text, ',5\n']), 'file.csv'),
  ];
  if (typeof text === 'string')
    places.push(
      (body) => body.set(fileFieldOf(body), body.get(fileFieldOf(body)) as Blob, text.slice(0, 300)),
      (body) => body.append('anything', text),
      (body) => {
        for (const [name, value] of [...body]) if (typeof value === 'string') body.set(name, text);
      },
    );
  for (const [at, place] of places.entries()) {
    const { status, json } = await send(operation, place);
    expect(status, `place ${at}: ${JSON.stringify(json).slice(0, 300)}`).toBeLessThan(500);
  }
});

test('a zero byte in the cell of a table is named at its line and column, and the other rows are read', async () => {
  const body = new FormData();
  // A price that no upload of the sweep gave it.
  const table = `Product ID,SKU,Name,Price\n${PENDANT.id},,${PENDANT.name},1234\n,PX\u0000-1,New ring,900\n,,New\u0000 bangle,900\n`;
  body.append('file', new Blob([table]), 'products.csv');
  const { status, json } = await shop.call('POST', '/api/catalogue/import/check', { body, token: staff });
  expect(status).toBe(200);
  expect(json.data.rows.map(({ line, status: outcome, problems }: any) => [line, outcome, problems[0]])).toEqual([
    [2, 'changed', undefined],
    [3, 'refused', { column: 'SKU', message: 'Contains characters that cannot be used' }],
    [4, 'refused', { column: 'Name', message: 'Contains characters that cannot be used' }],
  ]);
});

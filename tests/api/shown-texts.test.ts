import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { DEFAULT_READY_TEXTS } from '#domain/ready-texts/defaults.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { foreignContacts } from '#domain/shown-texts/foreign-contacts.ts';
import type { DeclaredOperation } from '#server/http/operation.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { textFields, textsIn, withFields } from '#tests/setup/every-operation/text-fields.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;
const manager = await signInAs(shop, 'manager');
const as = (method: string, path: string, body: unknown, token = manager) => shop.call(method, path, { token, body });
const FUNCTIONS = new URL('../../functions/', import.meta.url);

test('nothing in the demo and in what the shop comes with looks like somebody else’s number', async () => {
  const own = { phones: [], emails: [], links: [], accounts: [] };
  const rows = await shop.rows(`select to_jsonb(p) - 'id' - 'images' - 'photo_colors' as texts from products p
    union all select to_jsonb(c) - 'id' - 'image' from categories c union all select jsonb_build_object('name', r.user_name, 'comment', r.comment, 'answer', r.answer) from reviews r`);
  expect(rows.length).toBeGreaterThan(100);
  const { contact: _contact, ...settings } = DEFAULT_SETTINGS;
  const texts = [rows.map((row) => row.texts), DEFAULT_READY_TEXTS, DEMO_SETTINGS, settings, PENDANT].flatMap(textsIn);
  const isDate = (text: string) =>
    /^\d{4}-\d\d-\d\dT/.test(text) || /^[0-9a-f-]{24,36}$/.test(text) || text.startsWith('/media/');
  expect(texts.filter((text) => !isDate(text) && foreignContacts(text, own).length > 0)).toEqual([]);
});

const PHONE = '0345-9998887';
const PHOTO = '/media/products/pave-eternity-band.webp';
const IBAN = 'PK36 SCBL 0000 0099 9999 9902';

/** Only owners have the right, until they give it away. */
const OWNERS = /^\/api\/couriers\b/;

const operations: DeclaredOperation[] = [];
for (const file of await readdir(FUNCTIONS)) {
  const { default: handler } = await import(new URL(file, FUNCTIONS).href);
  operations.push(...((handler.operations ?? []) as DeclaredOperation[]));
}
const nameOf = ({ method, path }: DeclaredOperation) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;

/** The fields of the body that shoppers read, as `textFields` names them. */
const fieldsShown = ({ shows = [] }: DeclaredOperation): readonly string[] =>
  'texts' in shows ? [] : shows.map((field) => field.replaceAll('*', '0'));

/** Texts of staff that no shopper reads, or that only name what there is. */
const UNREAD = [
  /^\w+ \/api\/(auth|bank-statement|bookings|confirmations|customers|deleted|goods-back|packing|purchase-orders|push|search|staff|stock-history|suppliers|under-way|upload)\b/,
  // What customers see of them waits for an hour and for owners: 0152.
  /^\w+ \/api\/bank-accounts\b/,
  /[ .](id|updatedAt|expectedVersion|version|fingerprint|proof|search\.words|startsAt|endsAt)$/,
  /(Ids?|At|Date|validFrom|spentOn)(\.0)?$/,
  // Whom the shop talks to, and where their parcel goes.
  /^(POST|PUT) \/api\/orders\/(by-staff|\{id\}) (customer\w+|secondPhone|recipient\w+|city|zipCode|country|code)$/,
  // Between staff: notes, reasons, numbers of transfers.
  /^(POST|PUT) \/api\/(orders|shipments)\S* (shipments\.0\.)?(notes?|reason|reference|blockReason|tags\.0)$/,
  /^POST \/api\/(advances\/\S+ reference|payments\/\S+ (reason|reference)|returns\/\{id\}\/settlement reference|customers\S* reason)$/,
  // Names a choice that the product has.
  /selected(Color|Size)$/,
  /^PUT \/api\/products\/\{id\}\/cost (color|size|sku)$/,
  // An owner's, with a proof of its own.
  /^PUT \/api\/settings contact\./,
  // Codes and addresses of what the shop has: pieces, photos, parcels.
  / (images\.0|image|wornImages\.0|photoColors\.0\.image|sku|skus\.0|goesWith\.0|categories\.0|numbers\.0|trackingNumber|shipments\.0\.trackingNumber|parcels\.0\.\w+)$/,
  // Between the shop and a courier: its files of money, how they are read, and what is wrong with them.
  /^\w+ \/api\/(settlements|disputes)\b/,
  // Of the books, which staff alone read.
  /^\w+ \/api\/books\b/,
  /^\w+ \/api\/couriers\/\S+ mapping\./,
  // An owner's: where pieces are sent to.
  /^PUT \/api\/returns\/address /,
  // Between the shop and a courier.
  /^\w+ \/api\/couriers\S* (cutOff|pickupCode|fileMapping|cities|charges|taxes|categories)/,
  /^\w+ \/api\/couriers\/\S+ (word|means|label)/,
];

test('each text that staff write is either one that shoppers read, and checked, or known to be none', () => {
  const unknown = operations
    .filter(({ access, body }) => body && access.includes('staff'))
    .flatMap((operation) => {
      const { body } = operation;
      const shows = fieldsShown(operation);
      return textFields(body as never)
        .map(({ path }) => path.join('.'))
        .filter((path) => !shows.some((shown) => path === shown || path.startsWith(`${shown}.`)))
        .map((path) => `${nameOf(operation)} ${path}`);
    });
  expect(unknown.filter((field) => !UNREAD.some((known) => known.test(field)))).toEqual([]);
});

test('a field that is said to be shown is one of the body', () => {
  const wrong = operations.flatMap((operation) => {
    const { body } = operation;
    const shows = fieldsShown(operation);
    const paths = shows.length > 0 ? textFields(body as never).map(({ path }) => path.join('.')) : [];
    return shows
      .filter((shown) => !paths.some((path) => path === shown || path.startsWith(`${shown}.`)))
      .map((shown) => `${nameOf(operation)} ${shown}`);
  });
  expect(wrong).toEqual([]);
});

test('what names a record, a photo or a day is no text: its digits may look like a phone number, and nobody typed them', () => {
  const named = operations.flatMap((operation) => {
    const { body } = operation;
    const shows = fieldsShown(operation);
    const paths = shows.length > 0 ? textFields(body as never).map(({ path }) => path.join('.')) : [];
    return paths
      .filter((path) => shows.some((shown) => path === shown || path.startsWith(`${shown}.`)))
      .filter((path) => /(\bid|Id|images?|At|Date)(\.0)?$/.test(path))
      .map((path) => `${nameOf(operation)} ${path}`);
  });
  expect(named).toEqual([]);
});

test('parcels of many orders are made whatever the ids of the orders look like', async () => {
  const orderId = '68f0ab03459998887bcdef12';
  const many = await as('POST', '/api/shipments/many', { shipments: [{ orderId }] });
  expect([many.status, many.json.data?.[0]?.refusal?.code]).toEqual([200, 'order_not_found']);
});

describe('nobody but an owner puts another number before shoppers', () => {
  test('in none of the fields that shoppers read', async () => {
    const examples = exampleRequests(shop, shop.token);
    const missed: string[] = [];
    for (const [at, operation] of operations.entries()) {
      const { body, method } = operation;
      const shows = fieldsShown(operation);
      const fields = body ? textFields(body).map(({ path }) => path) : [];
      const shown = fields.filter((path) => shows.some((each) => `${path.join('.')}.`.startsWith(`${each}.`)));
      if (shown.length === 0 || OWNERS.test(operation.path)) continue;
      const name = nameOf(operation);
      const example = await examples[name]?.(500 + at);
      if (!example) throw new Error(`${name} has no example`);
      for (const path of shown) {
        const field = path.join('.');
        const { status, json } = await as(
          method.toUpperCase(),
          example.path,
          withFields(wholeBody(name, example.body), [[path, PHONE]]),
        );
        // What must look otherwise cannot show a number either.
        const isRefused =
          status === 422 &&
          json.errors?.every((error: { path: string }) => error.path === field.split('.')[0] || error.path === field);
        if (!isRefused && json.errors?.[0]?.path !== field)
          missed.push(`${name} ${field}: ${status} ${JSON.stringify(json).slice(0, 300)}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test('and is told which field and which number', async () => {
    const { hero } = DEFAULT_SETTINGS;
    const text = `Order by Easypaisa ${PHONE}`;
    const { status, json } = await as('PUT', '/api/settings', { hero: { ...hero, first: { ...hero.first, text } } });
    const message = `Only an owner can show shoppers another phone number than the shop’s: ${PHONE}`;
    expect([status, json.code, json.message]).toEqual([403, 'owner_only', message]);
    expect(json.errors).toEqual([{ path: 'hero.first.text', message }]);
    expect((await shop.call('GET', '/api/settings')).json.data.hero).toEqual(hero);
  });

  test.each([IBAN, 'Write to sales@evil.pk', 'wa.me/923459998887', 'https://evil.example', '۰۳۴۵ ۹۹۹ ۸۸۸۷'])(
    'not %s',
    async (typed) => {
      const announcement = { ...DEFAULT_SETTINGS.announcement, text: typed };
      expect((await as('PUT', '/api/settings', { announcement })).json.code).toBe('owner_only');
      const key = { key: 'advance', language: 'en', updatedAt: null };
      expect((await as('PUT', '/api/ready-texts', { ...key, text: `Pay {advance} to ${typed}` })).json.code).toBe('owner_only');
    },
  );

  test('not by a file of products, and nothing of it is done', async () => {
    const file = (text: string) => {
      const form = new FormData();
      form.append(
        'file',
        new Blob([`Name,Category,Price,Description\n"Imported by a file",rings,900,"${text}"\n`]),
        'products.csv',
      );
      return form;
    };
    const text = `Pay ${PHONE} first`;
    const checked = await as('POST', '/api/catalogue/import/check', file(text));
    expect(checked.status, JSON.stringify(checked.json)).toBe(200);
    const form = file(text);
    form.append('fingerprint', checked.json.data.fingerprint);
    expect((await as('POST', '/api/catalogue/import', form)).json).toMatchObject({ code: 'owner_only' });
    // A file proves nothing, whoever sends it.
    expect((await as('POST', '/api/catalogue/import', form, shop.token)).json).toMatchObject({ code: 'owner_only' });
    expect(await shop.rows(`select id from products where name = 'Imported by a file'`)).toEqual([]);
  });

  test('not by a review of a stranger that they let through', async () => {
    const review = { userName: 'Hina', rating: 5, comment: `Cheaper at ${PHONE}` };
    const { json } = await shop.call('POST', `/api/products/${RING.id}/reviews`, { body: review });
    const { id } = json.data.review;
    const published = () => shop.rows(`select is_published from reviews where id = '${id}'`);
    expect(await published()).toEqual([{ is_published: false }]);
    expect((await as('PUT', `/api/reviews/${id}/visibility`, { isPublished: true })).json.code).toBe('owner_only');
    const plain = await shop.call('POST', `/api/products/${RING.id}/reviews`, { body: { ...review, comment: 'Lovely, 24/7' } });
    expect(await shop.rows(`select is_published from reviews where id = '${plain.json.data.review.id}'`)).toEqual([
      { is_published: true },
    ]);
    const edit = { headers: { 'X-Edit-Token': plain.json.data.editToken }, body: { rating: 5, comment: 'See evil.com' } };
    expect((await shop.call('PUT', `/api/reviews/${plain.json.data.review.id}`, edit)).status).toBe(200);
    expect(await shop.rows(`select is_published from reviews where id = '${plain.json.data.review.id}'`)).toEqual([
      { is_published: false },
    ]);
    const publish = (body: object) => as('PUT', `/api/reviews/${id}/visibility`, { isPublished: true, ...body }, shop.token);
    expect((await publish({})).json.code).toBe('proof_needed');
    expect((await publish({ proof: STAFF.password })).status).toBe(200);
  });
});

test('what an owner has shown may be repeated by others, and is in the log', async () => {
  const edit = (text: string, token?: string, proof?: string) => {
    const announcement = { ...DEFAULT_SETTINGS.announcement, text };
    return as('PUT', '/api/settings', { announcement, ...(proof ? { proof } : {}) }, token);
  };
  const log = () => shop.rows(`select actor_name, after from audit_log where subject = 'shown contacts' order by created_at, id`);
  const before = await log();
  expect((await edit('Karachi branch: 0333 4445556')).json.code).toBe('owner_only');
  // A session alone shows nothing new, not even an owner's.
  expect((await edit('Karachi branch: 0333 4445556', shop.token)).json.code).toBe('proof_needed');
  expect((await edit('Karachi branch: 0333 4445556', shop.token, STAFF.password)).status).toBe(200);
  expect((await edit('Karachi branch: 0333 4445556 again', shop.token)).status).toBe(200);
  expect((await edit('Our Karachi branch: +92 333 4445556')).status).toBe(200);
  expect((await edit('Our Karachi branch: +92 333 4445557')).json.code).toBe('owner_only');
  expect((await log()).slice(before.length)).toMatchObject([
    { actor_name: STAFF.username, after: { kind: 'phone', value: '+923334445556' } },
  ]);
});

test('the shop’s own contact and accounts may stand in any text', async () => {
  const { contact } = (await shop.call('GET', '/api/settings')).json.data;
  const story = `Call ${contact.phone}, WhatsApp ${contact.whatsapp} or wa.me/${contact.whatsapp}, ${contact.email}, ${process.env.URL}/about`;
  expect((await as('PUT', '/api/settings', { about: { story } })).json.code).toBeUndefined();
  await staff('POST', '/api/bank-accounts', {
    title: 'Naqsh',
    bankName: 'SCB',
    iban: IBAN,
    raastId: '',
    isShown: true,
    code: '',
  });
  // Before customers see the account, it is nobody's.
  expect((await as('PUT', '/api/settings', { about: { story: `Pay to ${IBAN}` } })).json.code).toBe('owner_only');
});

/** An example with a place for every text. */
function wholeBody(name: string, body: unknown): unknown {
  if (name === 'PUT /api/settings') {
    const { contact: _contact, delivery: _delivery, payment: _payment, ...groups } = DEFAULT_SETTINGS;
    const lines = ['Free delivery'];
    const items = [{ name: 'Sana', city: '', text: 'Lovely' }];
    return {
      ...groups,
      announcement: { ...groups.announcement, lines },
      testimonials: { isShown: true, items },
      proof: STAFF.password,
    };
  }
  if (/^\w+ \/api\/products/.test(name))
    return {
      ...Object(body),
      colors: ['Gold'],
      sizes: ['7'],
      images: [PHOTO],
      photoColors: [{ image: PHOTO, color: 'Gold' }],
      variants: [{ size: '7', stockQuantity: 3 }],
    };
  if (name === 'POST /api/orders/by-staff') return { ...Object(body), discount: { amount: 10, reason: 'Dented' } };
  return body;
}

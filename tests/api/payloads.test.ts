import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { slugOf } from '#domain/categories/contract.ts';
import { failure } from '#domain/failures.ts';
import { normalizePhone } from '#domain/phone.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { cleanText, UNUSABLE_IN_TEXT } from '#domain/text.ts';
import { largestBody } from '#server/http/largest-body.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { type FieldPath, type TextField, textFields, textsIn, withFields } from '#tests/setup/every-operation/text-fields.ts';
import { PAYLOADS, type Payload } from '#tests/setup/samples/payloads.ts';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import type { Answered } from '#tests/setup/stack/embedded-shop.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** Requests that each operation is sent. Every payload is tried on every field by its schema, and some of each by the whole way to the database. */
const ROUNDS = 4;
const REFUSALS = 2;
const LOOK_UPS = 2;

const FUNCTIONS = new URL('../../functions/', import.meta.url);

/** What the examples leave out, so that every field has a place to stand in. */
const WHOLE: Record<string, object> = {
  'POST /api/packing/{orderId}/pieces': { unpacked: [{ key: 'a-piece-taken-out', at: '2026-11-20T18:00:00+05:00' }] },
  'POST /api/products': {
    colors: ['Silver', 'Rose Gold'],
    sizes: ['6', '7'],
    photoColors: [{ image: '/media/products/pave-eternity-band.webp', color: 'Rose Gold' }],
    wornImages: ['/media/products/pave-eternity-band.webp'],
    variants: [{ size: '7', stockQuantity: 3 }],
    goesWith: [PENDANT.id],
  },
  'PUT /api/products/{id}': {
    images: ['/media/products/pave-eternity-band.webp'],
    colors: ['Silver', 'Rose Gold'],
    sizes: ['6', '7'],
    photoColors: [{ image: '/media/products/pave-eternity-band.webp', color: 'Rose Gold' }],
    wornImages: ['/media/products/pave-eternity-band.webp'],
    variants: [{ size: '7', stockQuantity: 3 }],
    goesWith: [PENDANT.id],
  },
  'POST /api/bank-statement/lines': { balances: [{ day: '2026-11-25', balance: 1000 }] },
  'POST /api/orders': { isGift: true },
  'POST /api/orders/by-staff': { isGift: true },
  'PUT /api/purchase-orders/{id}': { items: [{ productId: RING.id, quantity: 1, unitCost: 500 }] },
  'POST /api/purchase-orders/{id}/receipts': { overDelivery: true },
  'PUT /api/settings': {
    ...DEFAULT_SETTINGS,
    testimonials: { isShown: true, items: [{ name: 'Sana', city: '', text: 'Lovely' }] },
  },
};

/** Fields that name something the shop has, or that are secrets: looked up or compared, never kept. */
const LOOKED_UP = [
  /^POST \/api\/auth\/(?!signup|addresses)/,
  /^POST \/api\/staff\/(join|invitations\/check) /,
  / password$/,
  /^\w+ \/api\/staff\/\S+ role$/,
  /^POST \/api\/products\/\{id\}\/reviews (contact|token)$/,
  /\/api\/deleted\/restore category$/,
  /\/api\/search q$/,
  // Kept without what may be somebody's: tests/api/status.test.ts.
  /\/api\/browser-errors /,
  // Counted by its words: tests/api/missed-searches.test.ts.
  /\/api\/missed-searches search$/,
  // Made by the phone: tests/api/packing.test.ts.
  /\/api\/packing\S* (pieces|unpacked)/,
  /^POST \/api\/shipments\/find /,
  // A choice that the product has.
  /^PUT \/api\/products\/\{id\}\/cost /,
  // A version, a parcel, and what a portal gave back: tests/api/labels.test.ts.
  /^POST \/api\/order-page\/(label version|asked-sum shipmentNumber)$/,
  /^POST \/api\/couriers\/\{id\}\/portal-answer /,
  // A piece that is compared with what there is: tests/db/exchanges.test.ts.
  /^POST \/api\/order-page\/returns(\/quote)? items/,
  // Refused where another parcel has it already: tests/api/pasted-shipments.test.ts.
  /^PUT \/api\/shipments\/tracking-numbers /,
  /\/api\/orders\/track(\/link)? /,
  // Compared with parcels, and written by a booking alone: tests/db/settlements.test.ts.
  /^POST \/api\/settlements(\/check)? rows\.0\.trackingNumber$/,
  /^POST \/api\/settlements\/check (fileName|reference)$/,
  // Names what is wrong, and a month: tests/db/disputes.test.ts, tests/db/books.test.ts.
  /^POST \/api\/disputes\/asked ids\.0$/,
  /^(POST|PUT) \/api\/books\/\w+ month$/,
  /^POST \/api\/customers\/by-phone /,
  // A code that somebody has: tests/api/discount-codes.test.ts.
  /^POST \/api\/orders\S* code$/,
  // One number is one transfer: tests/db/advances.test.ts.
  /^POST \/api\/(advances|order-page)\/\S* reference$/,
  // Compared with what there is.
  /\/api\/discount-codes\S* (code|categories\.0|productIds\.0)$/,
  // An IBAN and what Raast knows: tests/api/bank-accounts.test.ts.
  /\/api\/bank-accounts\S* (iban|raastId|ids\.0)$/,
  /\/api\/bank-statement\/bookings /,
  // An IBAN or a mobile number: src/domain/returns/payouts.test.ts.
  /^POST \/api\/order-page\/returns\/payout account$/,
  // Each only once: tests/api/roles.test.ts, tests/api/staff-members.test.ts.
  /\/api\/staff\/(roles\S* name|invitations username)$/,
  // Each only once, or of a list: tests/api/couriers.test.ts.
  /\/api\/couriers\S* (name|cities\.0\.city|categories\.0\.category)$/,
  /\/api\/bookings\S* trackingNumber$/,
  // Kept for customers who are blocked: tests/api/orders-by-staff.test.ts.
  /^POST \/api\/orders\/by-staff blockReason$/,
  // Kept in a sentence of the timeline: tests/api/returned-orders.test.ts.
  /^PUT \/api\/(orders|shipments)\/(\{id\}\/)?status reason$/,
  /^POST \/api\/under-way\/\{id\}\/settlement reason$/,
  // Of an order in several parcels, or that was paid: tests/db/claim-ends.test.ts.
  /^POST \/api\/under-way\/\{id\}\/claim\/end (pieces|refundReference)/,
  // Kept in the ledger, beside the order that is answered: tests/api/payments.test.ts.
  /^POST \/api\/orders\/\{id\}\/refunds (reason|reference)$/,
  /\/api\/products\S* (category|images\.0|wornImages\.0|photoColors\.0\.(image|color))$/,
  /\/api\/(products|stock-history|purchase-orders)\S* (\w+\.0\.)?(color|size|sku)$/,
  /^POST \/api\/cart\/quote /,
  /\/api\/catalogue\/\S+ (change\.category|skus\.0|undoId)$/,
  /\/api\/categories\S* (image|slug)$/,
  /\/api\/order\S* items\.0\.selected(Color|Size)$/,
  /^POST \/api\/order-page\S* (orderNumber|key|version|lastDigits)$/,
  /\/api\/purchase-orders\S* items\.0\.productName$/,
  /updatedAt$/,
];

/** What nobody pastes: ids, secrets of links, days and times of a picker, the release of a page. It comes as a page made it, or is refused. */
const MADE_BY_MACHINES =
  /([iI]ds?|\bother|photos|goesWith)(\.0)?$|(key|token|secret|version|updatedAt|fileHash|release|endpoint|p256dh|auth|country|role)$|(day|month|validFrom|spentOn|deadline|At|\bat|quiet\w+)$/i;

/** A text as chats and address books give it away: with every character that turns its direction or has no width around it and in its middle. */
function withMarks(text: string): string {
  const marks = '\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff';
  return marks + text.slice(0, 1) + marks + text.slice(1) + marks;
}

const READY_TEXTS = 'PUT /api/ready-texts';

/** What is sent anew each time: a save needs the version of the one before, and an order is released once. */
const SENT_ANEW = [
  READY_TEXTS,
  'PUT /api/orders/reserved',
  'PUT /api/bank-accounts/{id}',
  'PUT /api/staff/roles/{id}',
  'PUT /api/under-way/{id}/claim',
  'POST /api/under-way/{id}/claim/end',
];

/** Where an operation keeps what its answer does not show. */
const KEPT_IN: Record<string, string> = {
  'POST /api/confirmations/{orderId}/attempts':
    'select note as kept from confirmation_attempts order by created_at desc, id desc limit 1',
  'PUT /api/orders/reserved': `select note as kept from order_events where kind = 'note' order by created_at desc, id desc limit 1`,
  'POST /api/packing/{orderId}/photo-waiver': 'select because as kept from photo_waivers order by created_at desc limit 1',
  'POST /api/under-way/{id}/claim/end': `select (select reference from payments order by sequence desc limit 1) as kept,
    (select notes from courier_claims order by updated_at desc limit 1) as notes`,
  'POST /api/orders/{id}/twins/cancel': `select regexp_replace(note, '^Cancelled: |^[^:]*: ', '') as kept, note from order_events where note <> '' order by created_at desc, id desc limit 3`,
  'POST /api/returns/{id}/settlement': 'select reference as kept from payments order by sequence desc limit 1',
  'POST /api/order-page/address': 'select to_jsonb(o) as kept from orders o order by updated_at desc limit 1',
  'POST /api/order-page/delivery': 'select to_jsonb(o) as kept from orders o order by updated_at desc limit 1',
  'POST /api/order-page/phone': 'select to_jsonb(o) as kept from orders o order by updated_at desc limit 1',
  'POST /api/order-page/asked-sum': 'select note as kept from asked_sums order by created_at desc limit 1',
  'POST /api/order-page/cancellation': 'select cancellation_reason as kept from orders o order by updated_at desc limit 1',
  'POST /api/bank-statement/lines':
    'select to_jsonb(l) as kept from bank_statement_lines l order by created_at desc, id desc limit 1',
  'POST /api/order-page/returns/payout': 'select title as kept from return_payouts order by named_at desc limit 1',
  'POST /api/settlements': `select to_jsonb(s) as kept, (select jsonb_agg(l) from settlement_lines l where l.settlement_id = s.id) as lines
    from settlements s order by created_at desc limit 1`,
  'POST /api/books/reopenings': 'select reopen_reason as kept from closed_months order by reopened_at desc nulls last limit 1',
  'POST /api/contact': 'select to_jsonb(m) as kept from contact_messages m order by created_at desc, id desc limit 1',
  'POST /api/purchase-orders/{id}/receipts':
    'select notes as kept from purchase_order_deliveries order by created_at desc limit 1',
  'PUT /api/catalogue/products': 'select to_jsonb(p) as kept from products p order by updated_at desc limit 1',
  'POST /api/newsletter': 'select email as kept from newsletter_subscribers order by created_at desc, id desc limit 1',
  'POST /api/products/{id}/notices': 'select email as kept from stock_notices order by created_at desc, id desc limit 1',
};

interface Field {
  path: FieldPath;
  name: string;
  longest: number | undefined;
  isLookedUp: boolean;
  taken: Payload[];
  refused: Payload[];
  /** What its schema made of payloads and should not have. */
  problems: string[];
}

interface Tested {
  operation: string;
  body: z.ZodType;
  /** A good body with a place for every field. */
  whole: unknown;
  fields: Field[];
}

let number = 50_000;

const shop = await staffedShop();
const { token } = shop;
const examples = exampleRequests(shop, token);
// Names that differ may come to the same address.
examples['POST /api/categories'] = (n) => ({ path: '/api/categories', body: { name: `Example ${n}`, slug: `example-${n}` } });
examples[READY_TEXTS] = async () => {
  const { json } = await shop.call('GET', '/api/ready-texts', { token });
  const { updatedAt } = json.data.find(
    (text: { key: string; language: string }) => text.key === 'confirm' && text.language === 'en',
  );
  return { path: '/api/ready-texts', body: { key: 'confirm', language: 'en', text: null, updatedAt } };
};
// A photo goes with one review.
const writeReview = examples['POST /api/products/{id}/reviews'];
examples['POST /api/products/{id}/reviews'] = async (n) => {
  const { body: photo } = (await examples['POST /api/upload/review-photo']?.(n)) ?? {};
  const { json } = await shop.call('POST', '/api/upload/review-photo', { body: photo });
  const { path = '', body } = (await writeReview?.(n)) ?? {};
  return { path, body: { ...Object(body), photos: [json.data.id] } };
};
// The example edits a product that other examples buy.
const editProduct = examples['PUT /api/products/{id}'];
examples['PUT /api/products/{id}'] = async (n) => {
  const { path = '', body } = (await examples['POST /api/products']?.(n)) ?? {};
  const { json } = await shop.call('POST', path, { token, body });
  return { ...(await editProduct?.(n)), path: `${path}/${json.data.id}` };
};
await shop.call('POST', '/api/stock-history/adjust', {
  token,
  body: { productId: RING.id, quantity: 50_000, transactionType: 'adjustment' },
});
const operations = await declaredOperations();
const tested: Tested[] = [];
for (const { method, path, body, upload } of operations) {
  if (!body || upload || textFields(body).length === 0) continue;
  const operation = `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
  const example = await examples[operation]?.(++number);
  const whole = { ...Object(example?.body), ...WHOLE[operation] };
  const fields = textFields(body).map((field) => checkField(operation, body, whole, field));
  tested.push({ operation, body, whole, fields });
  // Some thousand texts were checked: connections that have ended meanwhile must be noticed before the next one is asked.
  await setImmediate();
}
const queries = operations.flatMap(({ path, query }) => {
  const names = query ? textFields(query).map(({ path }) => path.join('.')) : [];
  return query && names.length > 0 ? [{ path: path.replace(/:\w+/g, RING.id), query, names }] : [];
});

async function declaredOperations() {
  const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map((name) => import(/* @vite-ignore */ new URL(name, FUNCTIONS).href)));
  return files.flatMap(
    ({ default: handler }): { method: string; path: string; upload?: string; body?: z.ZodType; query?: z.ZodType }[] =>
      handler.operations ?? [],
  );
}

/** Tries every payload in a field, by the schema of its operation. */
function checkField(operation: string, body: z.ZodType, whole: unknown, { path, longest }: TextField): Field {
  const name = path.join('.');
  const isLookedUp = LOOKED_UP.some((kind) => kind.test(`${operation} ${name}`));
  const field: Field = { path, name, longest, isLookedUp, taken: [], refused: [], problems: [] };
  const before = new Set(textsIn(body.parse(whole)));
  for (const payload of PAYLOADS) {
    const parsed = body.safeParse(withFields(whole, [[path, payload.text]]));
    const asked = `${operation} ${name}, ${payload.group}: ${payload.name}`;
    if (parsed.success) {
      field.taken.push(payload);
      const made = textsIn(parsed.data).filter((text) => !before.has(text));
      const isShaped = made.every((text) => cleanText(text) === text && !UNUSABLE_IN_TEXT.test(text));
      if (!isLookedUp && !isShaped) field.problems.push(`${asked} is kept as it came`);
    } else {
      field.refused.push(payload);
      const named = parsed.error.issues.map((issue) => issue.path.join('.'));
      // A category without an address of its own gets it from its name.
      const isNamed = named.includes(name) || (name === 'name' && named.includes('slug'));
      if (!isNamed) field.problems.push(`${asked} blames ${named}`);
    }
  }
  return field;
}

/** Sends a request with a body, and proves who it is where that is asked: some texts are phishing, and shown to shoppers. */
const send = (method: string, request: ExampleRequest | undefined, body: unknown) =>
  shop.staff(method, request?.path ?? '', body, request?.token);

/** A row for each field of each operation. */
const everyField = () => tested.flatMap((operation) => operation.fields.map((field) => ({ ...operation, field })));

/** What the shop may have made of a text: the text itself in its one shape, or what a field of an own kind keeps. */
function shapesOf(text: string): (string | null)[] {
  const kept = cleanText(text);
  return [kept, kept.toLowerCase(), normalizePhone(text), slugOf(text)];
}

/** Everything the shop has written, apart from rate limits and the build that waits. */
const written = async () =>
  JSON.stringify(
    await shop.rows(`select (select count(*) from orders) o, (select max(updated_at) from orders) ou, (select count(*) from stock_history) h,
      (select count(*) from products) p, (select max(updated_at) from products) pu, (select count(*) from categories) c, (select max(updated_at) from categories) cu,
      (select count(*) from reviews) r, (select max(updated_at) from reviews) ru, (select count(*) from purchase_orders) po, (select max(updated_at) from purchase_orders) pou,
      (select count(*) from shipments) s, (select max(updated_at) from shipments) su, (select count(*) from contact_messages) m, (select count(*) from mail_outbox) mo,
      (select count(*) from contact_answers) a, (select count(*) from newsletter_subscribers) n, (select count(*) from staff) st, (select count(*) from auth.users) u,
      (select max(updated_at) from shop_settings) se, (select count(*) from purchase_order_deliveries) re, (select count(*) from stock_notices) sn`),
  );

const isWellFormedFailure = ({ json }: Answered) =>
  failure.safeParse(json).success && !/select .+ from |insert into|\bat .+\.ts|pg_|PGRST/i.test(json.message);

describe('the payloads', () => {
  test('are more than three hundred, each with its own name', () => {
    const names = PAYLOADS.map(({ group, name }) => `${group}: ${name}`);
    expect(new Set(names).size).toBe(PAYLOADS.length);
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
  });

  test('reach every operation that takes text', () => {
    expect(tested.map(({ operation }) => operation).filter((operation) => !examples[operation])).toEqual([]);
    expect(everyField().length).toBeGreaterThan(100);
  });
});

describe('every payload in every field of text', () => {
  test('is refused at that field, or comes out in the form the shop stores', () => {
    expect(everyField().flatMap(({ field }) => field.problems)).toEqual([]);
  });

  test('is refused when it is one character too long, and every field has a limit', () => {
    const problems: string[] = [];
    for (const { operation, body, whole, field } of everyField()) {
      const accepts = (text: string) => body.safeParse(withFields(whole, [[field.path, text]])).success;
      if (accepts('x'.repeat(200_000))) problems.push(`${operation} ${field.name} has no end`);
      if (!field.longest || !accepts('x')) continue;
      if (!accepts('x'.repeat(field.longest))) problems.push(`${operation} ${field.name} is shorter than it says`);
      if (accepts('x'.repeat(field.longest + 1))) problems.push(`${operation} ${field.name} is longer than it says`);
    }
    expect(problems).toEqual([]);
  });
});

describe('marks of direction and joiners that chats paste around and into numbers', () => {
  test('are gone from every field of every operation, but the secrets, whatever it holds', () => {
    const problems: string[] = [];
    for (const { operation, body, whole, field } of everyField().filter(({ field }) => !/password|token/i.test(field.name))) {
      const { path, name } = field;
      const example = path.reduce<unknown>((node, key) => Reflect.get(Object(node), key), whole);
      for (const text of [example, 'MARK-10042', 'marked@example.com', '03001234567'].filter(
        (text) => typeof text === 'string',
      )) {
        const plain = body.safeParse(withFields(whole, [[path, text]]));
        if (!plain.success || text === '') continue;
        const marked = body.safeParse(withFields(whole, [[path, withMarks(text)]]));
        if (marked.success ? JSON.stringify(marked.data) !== JSON.stringify(plain.data) : !MADE_BY_MACHINES.test(name))
          problems.push(`${operation} ${name} ${text} ${marked.success ? 'keeps them' : 'is refused'}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('are gone from everything that a list is searched by', () => {
    const problems: string[] = [];
    for (const { path, query, names } of queries) {
      for (const name of names) {
        const [plain, marked] = ['MARK-10042', withMarks('MARK-10042')].map((text) => query.safeParse({ [name]: text }));
        if (plain?.success && JSON.stringify(marked?.data) !== JSON.stringify(plain.data)) problems.push(`${path} ${name}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

describe('every operation that takes text', () => {
  test('stores what its schema accepts, normalised, and never fails', async () => {
    const problems: string[] = [];
    let requests = 0;
    const sent = new Set<string>();
    for (const [place, { operation, whole, fields }] of tested.entries()) {
      const kept = fields.filter(({ isLookedUp, taken }) => !isLookedUp && taken.length > 0);
      if (kept.length === 0) continue;
      const [method = ''] = operation.split(' ');
      let request = await examples[operation]?.(++number);
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0 && (method === 'POST' || SENT_ANEW.includes(operation))) request = await examples[operation]?.(++number);
        const values = kept.map(({ path, taken }, field) => {
          const { text } =
            taken.find((payload) => !sent.has(payload.text)) ?? at(taken, (place * ROUNDS + round) * kept.length + field);
          sent.add(text);
          return [path, text] as const;
        });
        const answer = await send(method, request, withFields({ ...Object(whole), ...Object(request?.body) }, values));
        requests += 1;
        const asked = `${operation} with ${JSON.stringify(values).slice(0, 400)}`;
        if (answer.status >= 300) {
          problems.push(`${asked} answered ${answer.status} ${JSON.stringify(answer.json).slice(0, 300)}`);
          continue;
        }
        const stored = KEPT_IN[operation] ? await shop.rows(KEPT_IN[operation]) : answer.json.data;
        const texts = new Set(textsIn(stored));
        for (const [path, text] of values) {
          if (!shapesOf(text).some((shape) => texts.has(shape ?? '\0')))
            problems.push(`${operation} keeps ${path.join('.')} ${JSON.stringify(text).slice(0, 80)} otherwise`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(requests).toBeGreaterThan(250);
    // Each that any field keeps has gone the whole way.
    const keepable = tested.flatMap(({ fields }) => fields.filter(({ isLookedUp }) => !isLookedUp).flatMap(({ taken }) => taken));
    expect(keepable.filter(({ text }) => !sent.has(text))).toEqual([]);
  }, 300_000);

  test('names the fields that its schema refuses, and writes nothing', async () => {
    const problems: string[] = [];
    for (const { operation, body, whole, fields } of tested) {
      const refusing = fields.filter(({ refused }) => refused.length > 0);
      const [method = ''] = operation.split(' ');
      const request = await examples[operation]?.(++number);
      const before = await written();
      for (let round = 0; round < REFUSALS; round++) {
        const values = refusing.map(({ path, refused }, field) => [path, at(refused, round * 37 + field * 11).text] as const);
        const sent = withFields({ ...Object(whole), ...Object(request?.body) }, values);
        const answer = await send(method, request, sent);
        const named: string[] = (answer.json.errors ?? []).map(({ path }: { path: string }) => path);
        const isRight =
          isWellFormedFailure(answer) &&
          (Buffer.byteLength(JSON.stringify(sent)) > largestBody(body)
            ? answer.status === 413
            : answer.status === 422 && named.length > 0);
        const strangers = named.filter((name) => !refusing.some((field) => field.name === name) && name !== 'slug');
        if (!isRight || strangers.length > 0)
          problems.push(`${operation}: ${answer.status} ${JSON.stringify(answer.json).slice(0, 300)}`);
      }
      if ((await written()) !== before) problems.push(`${operation} wrote something`);
    }
    expect(problems).toEqual([]);
  }, 300_000);

  test('looks up a payload used as a key without failing', async () => {
    const problems: string[] = [];
    for (const { operation, whole, fields } of tested) {
      const [method = ''] = operation.split(' ');
      const request = await examples[operation]?.(++number);
      for (const { path, taken } of fields.filter(({ isLookedUp, name }) => isLookedUp && !/password|updatedAt/i.test(name))) {
        for (let round = 0; round < Math.min(taken.length, LOOK_UPS); round++) {
          const { text } = at(taken, round * 29);
          const answer = await send(method, request, withFields({ ...Object(whole), ...Object(request?.body) }, [[path, text]]));
          const isAnswer = answer.status < 300 || isWellFormedFailure(answer);
          if (answer.status >= 500 || !isAnswer)
            problems.push(`${operation} ${path.join('.')} ${JSON.stringify(text)} answered ${answer.status}`);
        }
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);
});

test('every list searches for any payload without failing', async () => {
  const problems: string[] = [];
  for (const [place, { path, names }] of queries.entries()) {
    for (let round = 0; round < ROUNDS; round++) {
      const values = names.map((name, field): [string, string] => [
        name,
        at(PAYLOADS, (place * ROUNDS + round) * 7 + field * 3).text.toWellFormed(),
      ]);
      const answer = await shop.call('GET', `${path}?${new URLSearchParams(values)}`, { token });
      const isAnswer = answer.status === 200 || isWellFormedFailure(answer);
      if (answer.status >= 500 || !isAnswer)
        problems.push(`${path} ${JSON.stringify(values).slice(0, 300)} answered ${answer.status}`);
    }
  }
  expect(problems).toEqual([]);
}, 300_000);

test('the page that answers a form without script escapes every payload', async () => {
  const order = await examples['POST /api/orders/track']?.(++number);
  const forms: Record<string, Record<string, string>> = {
    '/forms/contact': { firstName: 'Hina', email: 'hina@example.com', message: 'Salam' },
    '/forms/track': Object(order?.body),
    '/forms/stop-notices': { token: 'of a mail' },
  };
  const problems: string[] = [];
  for (const [path, fields] of Object.entries(forms)) {
    for (const name of Object.keys(fields)) {
      for (const { text } of PAYLOADS.filter((_, place) => place % 12 === name.length % 12)) {
        const body = new URLSearchParams({ ...fields, [name]: text.toWellFormed() });
        const response = await shop.ask(new Request(`http://shop.test${path}`, { method: 'POST', body }));
        const page = await response.text();
        if (response.status >= 500) problems.push(`${path} ${name} ${JSON.stringify(text)} answered ${response.status}`);
        if (/[<>]/.test(text) && page.includes(text)) problems.push(`${path} ${name} shows ${JSON.stringify(text)} as markup`);
      }
    }
  }
  expect(problems).toEqual([]);
});

test('a body with the name of a built-in property changes no prototype', async () => {
  const { path } = (await examples['PUT /api/products/{id}']?.(++number)) ?? { path: '' };
  const polluted = '{"description":"x","__proto__":{"price":1},"constructor":{"prototype":{"polluted":true}}}';
  const { status, json } = await shop.call('PUT', path, { token, body: polluted });
  expect([status, json.data.price]).toEqual([200, 900]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect((await shop.call('GET', `/api/products/${PENDANT.id}`)).json.data.price).toBe(PENDANT.price);
});

function at<Item>(items: readonly Item[], place: number): Item {
  return items[place % items.length] as Item;
}

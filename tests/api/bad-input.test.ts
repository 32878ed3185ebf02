import { describe, expect, test } from 'vitest';
import { failure } from '#domain/failures.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import type { Answered } from '#tests/setup/stack/embedded-shop.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { token } = shop;
const { json } = await shop.call('GET', '/api/openapi.json');
const account = { email: 'shopper@example.com', password: 'a long enough password' };
const shopper: string = (await shop.call('POST', '/api/auth/signup', { body: account })).json.data.token;
const operations: { method: string; path: string; caller: string; takesBody: boolean; parameters: string[] }[] = Object.entries<
  Record<string, { 'x-access': string; requestBody?: unknown; parameters: { name: string; in: string }[] }>
>(json.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { 'x-access': access, requestBody, parameters }]) => ({
    caller: access === 'shopper' ? shopper : token,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, RING.id),
    takesBody: requestBody !== undefined,
    parameters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  })),
);

/** Everything the shop has written, apart from the rate limits and the build that waits. */
const written = () =>
  shop.rows(`select (select count(*) from orders) as orders, (select count(*) from order_items) as items, (select count(*) from stock_history) as ledger,
    (select count(*) from mail_outbox) as mails, (select md5(string_agg(p::text, '' order by id)) from products p) as products,
    (select md5(string_agg(s::text, '' order by id)) from staff s) as staff,
    (select md5(string_agg(c::text, '' order by id)) from categories c) as categories, (select md5(string_agg(r::text, '' order by id)) from reviews r) as reviews,
    (select count(*) from contact_messages) as messages, (select count(*) from newsletter_subscribers) as subscribers`);

function expectRefusal(answer: Answered, asked: string): void {
  expect(answer.status, asked).toBeGreaterThanOrEqual(400);
  expect(answer.status, asked).toBeLessThan(500);
  expect(failure.safeParse(answer.json).success, asked).toBe(true);
  expect(JSON.stringify(answer.json), asked).not.toMatch(/select .+ from |insert into|at .+\.ts|pg_|PGRST/i);
}

/** All read requests by the same code: what is sent goes to a third of the operations, and to another third the next time. */
let turn = 0;
const inTurn = <Operation>(all: Operation[]) => {
  turn += 1;
  return all.filter((_, place) => (place + turn) % 3 === 0);
};

/** Something for everybody to take. */
const BODY = { name: 'x', rating: 3, comment: 'x', userName: 'x', status: 'pending', notes: 'x' };

const HOSTILE_BODIES: Record<string, string> = {
  'no JSON': '{"items": [',
  'an empty body': '',
  null: 'null',
  'an array': '[]',
  'a text': '"order"',
  'an empty object': '{}',
  'deep nesting': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'half a surrogate pair': '{"username":"\\ud800","password":"x","status":"\\ud800","notes":"\\ud800","token":"\\ud800"}',
  'a zero byte': '{"username":"a\\u0000","password":"x","status":"pending\\u0000","notes":"\\u0000","token":"\\u0000"}',
  'a body far too long': JSON.stringify({ notes: 'x'.repeat(300_000) }),
  'wrong types everywhere':
    '{"items":7,"status":{},"username":[],"email":{},"password":12,"token":true,"totalAmount":"1","customerName":[]}',
  'a polluted prototype': '{"__proto__":{"isActive":true},"constructor":{"prototype":{}}}',
};

describe('operations that take a body', () => {
  test.each(Object.keys(HOSTILE_BODIES))('refuse %s, and write nothing', async (kind) => {
    const before = await written();
    for (const { method, path } of inTurn(operations.filter(({ takesBody }) => takesBody))) {
      expectRefusal(await shop.call(method, path, { token, body: HOSTILE_BODIES[kind] }), `${method} ${path}`);
    }
    expect(await written()).toEqual(before);
  });

  test('refuse more lists in lists than anybody needs; brackets in texts are none', async () => {
    const send = (body: string) => shop.call('POST', '/api/contact', { token, body });
    const { status, json } = await send(`{"message":${'['.repeat(17)}${']'.repeat(17)}}`);
    expect({ status, code: json.code, message: json.message }).toEqual({
      status: 400,
      code: 'unreadable_body',
      message: 'The body is nested too deeply',
    });
    const answer = await send(JSON.stringify({ message: `\\"${'[{'.repeat(50)}`, email: [[[7]]] }));
    expect(answer.json.code).toBe('validation_failed');
  });

  test('refuse a body of another type', async () => {
    for (const { method, path, caller } of operations.filter(({ takesBody }) => takesBody)) {
      const answer = await shop.call(method, path, {
        token: caller,
        body: 'a=1',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status, `${method} ${path}`).toBe(415);
    }
  });
});

describe('operations with a query', () => {
  test.each([
    '',
    '-1',
    '0',
    '1e9',
    'NaN',
    '%00',
    '%ff%fe',
    '\u202e',
    "'; drop table orders; --",
    '[]',
    '9'.repeat(400),
    'x'.repeat(3_000),
  ])('answer %s in any parameter without failing', async (value) => {
    for (const { method, path, parameters } of inTurn(operations.filter(({ parameters }) => parameters.length > 0))) {
      for (const name of parameters) {
        const raw = value.startsWith('%') ? value : encodeURIComponent(value);
        const answer = await shop.call(method, `${path}?${name}=${raw}`, { token });
        if (answer.status !== 200) expectRefusal(answer, `${method} ${path}?${name}=${value}`);
      }
    }
  });
});

describe('operations with an id in their address', () => {
  test.each(['%00', 'a%00b', '%ff', '%ed%a0%80', '..%2f..', "x'%20or%201=1", 'a,b.(c)', 'x'.repeat(3_000)])(
    'answer %s in its place without failing, and write nothing',
    async (id) => {
      const before = await written();
      for (const { method, path, takesBody } of inTurn(operations.filter(({ path }) => path.includes(RING.id)))) {
        const answer = await shop.call(method, path.replace(RING.id, id), { token, ...(takesBody ? { body: BODY } : {}) });
        if (answer.status !== 200) expectRefusal(answer, `${method} ${path}`);
      }
      expect(await written()).toEqual(before);
    },
  );
});

describe('an order', () => {
  const line = { productId: PENDANT.id, quantity: 1 };
  const ORDERS: Record<string, unknown> = {
    'of nothing': orderFor([], 0),
    'of a fraction': orderFor([{ ...line, quantity: 0.5 }], 1),
    'of a negative quantity': orderFor([{ ...line, quantity: -3 }], 1),
    'of 10,000 lines': orderFor(
      Array.from({ length: 10_000 }, () => line),
      1,
    ),
    'of more than anybody wears': orderFor([{ ...line, quantity: Number.MAX_SAFE_INTEGER }], 1),
    'for a negative total': orderFor([line], -1),
    'for an infinite total': orderFor([line], Number.POSITIVE_INFINITY),
    'paid by card': orderFor([line], 1550, { paymentMethod: 'card' }),
    'with a name of a thousand letters': orderFor([line], 1550, { customerName: 'x'.repeat(1000) }),
    'with line breaks in the e-mail': orderFor([line], 1550, { customerEmail: 'a@example.com\r\nBcc: all@example.com' }),
    'with an unusable key': orderFor([line], 1550),
  };

  test.each(Object.keys(ORDERS))('%s is refused, and writes nothing', async (kind) => {
    const before = await written();
    const headers = kind === 'with an unusable key' ? { 'Idempotency-Key': 'short' } : {};
    const answer = await shop.call('POST', '/api/orders', { body: ORDERS[kind], headers: headers as Record<string, string> });
    expect(answer.status).toBeLessThan(500);
    expectRefusal(answer, kind);
    expect(await written()).toEqual(before);
  });
});

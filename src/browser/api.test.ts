import { afterEach, expect, test, vi } from 'vitest';
import { MIN_FILL_MS } from '#domain/limits.ts';
import { ApiFailure, callApi, callApiPage } from './api.ts';

function answer(body: unknown, status = 200, type = 'application/json') {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) => {
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'Content-Type': type } });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const failure = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(failure instanceof ApiFailure)) throw new Error('Expected an ApiFailure');
  return failure;
}

afterEach(() => vi.restoreAllMocks());

test('a call returns the data of the answer', async () => {
  const fetched = answer({ success: true, data: { id: 1 } });
  expect(await callApi('POST', '/orders', { body: { a: 1 }, token: 't', headers: { 'Idempotency-Key': 'k' } })).toEqual({
    id: 1,
  });
  expect(fetched.mock.calls[0]).toMatchObject([
    '/api/orders',
    {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer t', 'Idempotency-Key': 'k' },
    },
  ]);
});

test('queries leave out empty values', async () => {
  const fetched = answer({ success: true, data: [] });
  await callApi('GET', '/orders', { query: { page: 2, status: '', customerEmail: undefined, q: 'a b' } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/orders?page=2&q=a+b');
});

test('a page comes with its pagination', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, totalItems: 1 };
  answer({ success: true, data: ['a'], pagination });
  expect(await callApiPage('/orders')).toEqual({ items: ['a'], pagination });
});

test('an error has the server’s message and field errors', async () => {
  answer(
    {
      success: false,
      message: 'Invalid',
      code: 'invalid',
      errors: [{ path: 'email', message: 'Wrong' }, { param: 'phone', msg: 'Short' }, 'Odd'],
    },
    422,
  );
  const failure = await failureOf(callApi('GET', '/x'));
  expect(failure).toMatchObject({ status: 422, code: 'invalid', message: 'Invalid: email: Wrong; phone: Short; Odd' });
});

test.each([
  [{ error: 'Broken' }, 'application/json', 'Broken'],
  ['Plain text', 'text/plain', 'Plain text'],
  ['<h1>Bad gateway</h1>', 'text/html', 'HTTP error! status: 502'],
  ['', 'text/plain', 'HTTP error! status: 502'],
])('without a message, %o as %s reads "%s"', async (body, type, message) => {
  answer(body, 502, type);
  expect(await failureOf(callApi('GET', '/x'))).toMatchObject({ status: 502, message });
});

test('a network failure has status 0 and says what to do', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const failure = await failureOf(callApi('GET', '/x'));
  expect(failure).toMatchObject({ status: 0, code: 'unreachable' });
  expect(failure.message).toContain('check your connection');
});

test('a form that is ready too early is sent when a person could have filled it in, also where a timer rings early', async () => {
  const fetched = answer({ success: true, data: null });
  let now = 600.3;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('setTimeout', (ring: () => void, delay: number) => {
    now += delay - 0.9;
    ring();
  });
  await callApi('POST', '/contact', { body: {}, honeypot: true });
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body)).filledInMs).toBe(MIN_FILL_MS);
});

import { expect, test } from 'vitest';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { expectedAccess } from '#tests/setup/every-operation/expected-access.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

/** What impatient thumbs and programs send at the same time. */
const AT_ONCE = 8;

const shop = await testShop();
const staff = await signInStaff(shop);
const account = { email: 'shopper@example.com', password: 'a long enough password' };
const shopper = (await shop.call('POST', '/api/auth/signup', { body: account })).json.data.token;
const examples = exampleRequests(shop, staff);
await shop.call('POST', '/api/stock-history/adjust', {
  token: staff,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});

/** The answers to the same request sent eight times at once. */
function atOnce(method: string, path: string, sent: { body?: unknown; token?: string }) {
  return Promise.all(Array.from({ length: AT_ONCE }, () => shop.call(method, path, sent)));
}

let number = 0;

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((one, other) => one - other);

const writes = Object.keys(examples).filter((operation) => !operation.startsWith('GET '));

// Signing out ends the very session that all others use.
test.each(writes.filter((operation) => !/logout|end-others/.test(operation)))(
  '%s sent eight times at once is answered eight times',
  async (operation) => {
    const [method = ''] = operation.split(' ');
    const example = await examples[operation]?.(++number);
    if (!example) throw new Error('No example');
    const { path, body, token } = example;
    const own =
      token ??
      { shopper, staff, 'author or staff': staff, 'anyone or staff': staff, anyone: '', signed: '' }[expectedAccess(operation)];
    const answers = await atOnce(method, path, { ...(body === undefined ? {} : { body }), ...(own ? { token: own } : {}) });
    const broken = answers.filter(({ status }) => status >= 500);
    expect(broken.map(({ json }) => JSON.stringify(json))).toEqual([]);
    expect(statuses(answers)[0]).toBeLessThan(300);
  },
);

test('eight sign-ups of one address at once make one account, and all are signed in to it', async () => {
  const body = { email: 'at-once@example.com', password: 'seven green bangles' };
  const answers = await atOnce('POST', '/api/auth/signup', { body });
  expect(statuses(answers)).toEqual(Array(AT_ONCE).fill(201));
  expect(new Set(answers.map(({ json }) => json.data.user.id)).size).toBe(1);
  expect(await shop.rows(`select count(*)::int as n from auth.users where email = '${body.email}'`)).toEqual([{ n: 1 }]);
  const other = await atOnce('POST', '/api/auth/signup', { body: { ...body, password: 'eight green bangles' } });
  expect(statuses(other)).toEqual(Array(AT_ONCE).fill(401));
});

test('an invitation that is accepted eight times at once makes one member of the staff', async () => {
  const invitation = { email: 'new@shop.test', username: 'new-one', role: 'packer', proof: STAFF.password };
  const invited = await atOnce('POST', '/api/staff/invitations', { body: invitation, token: staff });
  expect(invited.every(({ status }) => status < 500)).toBe(true);
  const links = invited.flatMap(({ json }) => (json.data?.link ? [json.data.link] : []));
  const token = links.at(-1)?.split('#')[1] ?? '';
  const answers = await Promise.all(
    links.flatMap((link: string) =>
      Array.from({ length: AT_ONCE }, () =>
        shop.call('POST', '/api/staff/join', { body: { token: link.split('#')[1], password: 'seven green bangles' } }),
      ),
    ),
  );
  expect(token).not.toBe('');
  expect(answers.filter(({ status }) => status >= 500).map(({ json }) => json)).toEqual([]);
  expect(await shop.rows(`select count(*)::int as n from staff where username = 'new-one'`)).toEqual([{ n: 1 }]);
});

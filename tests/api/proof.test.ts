import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OWNER_RIGHTS } from '#domain/rights/rights.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { ROOT } from '#local/settings.ts';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { type DeclaredOperation, rightsOf } from '#server/http/operation.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** Every effect that owners keep to themselves: what proves it, and who hears of it, as SECURITY.md has it and as the shop does it. */
const shop = await staffedShop();
const examples = exampleRequests(shop, shop.token);

const files = (await readdir(join(ROOT, 'functions'))).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(files.map((name) => import(new URL(`functions/${name}`, `file://${ROOT}/`).href)));
const declared: DeclaredOperation[] = modules.flatMap((module) => module.default?.operations ?? []);
const nameOf = ({ method, path }: DeclaredOperation) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
const isOfOwners = (operation: DeclaredOperation) => OWNER_RIGHTS.includes(rightsOf(operation)?.[0] ?? 'see_orders');
const effects = declared.filter((operation) => operation.method !== 'get' && (operation.proof || isOfOwners(operation)));
const proofOf = ({ proof }: DeclaredOperation) => (proof === true ? 'always' : proof ? `when ${proof.when}` : 'none');

/** The rows of the table in SECURITY.md: what the operations of a row need, and who hears of them. */
const table = (await readFile(join(ROOT, 'SECURITY.md'), 'utf8'))
  .split('### What owners alone decide')[1]
  ?.split('\n')
  .filter((line) => /^\|.*`(POST|PUT|DELETE) /.test(line))
  .flatMap((line) => {
    const [, , operations = '', proof = '', heard = ''] = line.split('|').map((cell) => cell.trim());
    return [...operations.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, operation = '']) => ({ operation, proof, heard }));
  });

let number = 5000;
const next = () => ++number;

/** Examples that would change nothing, or ask for no proof, as they are. */
const CHANGED: Record<string, (request: ExampleRequest) => unknown> = {
  'PUT /api/settings': () => ({ contact: { ...DEFAULT_SETTINGS.contact, email: `shop${next()}@example.com` } }),
  'PUT /api/staff/second-factor': () => ({ isRequired: false }),
  'PUT /api/staff/{id}/role': () => ({ role: 'packer' }),
  'PUT /api/staff/roles/{id}': ({ body }) => ({ ...(body as object), rights: ['see_orders'], revealsADay: 0 }),
};

/** A request that has an effect, without the proof. */
async function request(operation: string): Promise<ExampleRequest> {
  if (operation === 'PUT /api/staff/second-factor') await shop.rows('update staff_policy set second_factor_required = true');
  const made = (await examples[operation]?.(next())) ?? { path: '/' };
  const { proof: _, ...body } = (CHANGED[operation]?.(made) ?? made.body ?? {}) as Record<string, unknown>;
  return { ...made, body };
}

const send = (operation: string, { path, body }: ExampleRequest, token: string, proof?: string) =>
  shop.call(operation.split(' ')[0] ?? '', path, { token, body: { ...(body as object), ...(proof ? { proof } : {}) } });

/** Whatever owners decide, and whoever may sign in. */
async function kept(): Promise<unknown> {
  const tables = [
    'staff',
    'staff_roles',
    'staff_invitations',
    'staff_second_factors',
    'staff_policy',
    'bank_accounts',
    'shop_settings',
  ];
  const rows = await Promise.all(tables.map((name) => shop.rows(`select * from ${name} order by 1`)));
  return [...rows, await shop.rows('select id from staff_sessions order by 1')];
}

const FACTOR = '/api/auth/admin/second-factor';
const TARIQ = { email: 'tariq@shop.test', username: 'tariq', password: 'a long enough password' };
await addStaff(shop.supabase, TARIQ);
const { token: guarded } = (await shop.call('POST', '/api/auth/admin/login', { body: TARIQ })).json.data;
const { secret } = (await shop.call('POST', `${FACTOR}/secret`, { token: guarded, body: {} })).json.data;
const switchedOn = { password: TARIQ.password, secret, code: codeOf(secret, -1) };
const { codes } = (await shop.call('POST', FACTOR, { token: guarded, body: switchedOn })).json.data;

test('SECURITY.md lists every effect of owners with its proof, and no other', () => {
  const listed = table?.map(({ operation, proof }) => [operation, proof.split(':')[0]]).toSorted();
  expect(listed).toEqual(effects.map((operation) => [nameOf(operation), proofOf(operation)]).toSorted());
});

const proved = effects.filter(({ proof }) => proof).map(nameOf);

test('many effects need proof', () => expect(proved.length).toBeGreaterThan(14));

describe.each(proved)('%s', (operation) => {
  test('changes nothing for a session alone, nor for the password of whoever has a second factor', async () => {
    const asked = await request(operation);
    const before = await kept();
    const answers = [
      await send(operation, asked, shop.token),
      await send(operation, asked, guarded),
      await send(operation, asked, shop.token, 'not the password'),
      await send(operation, asked, guarded, TARIQ.password),
      await send(operation, asked, guarded, '000000'),
    ];
    expect(answers.map(({ status, json }) => [status, json.code, json.details?.by ?? json.errors?.[0]?.path])).toEqual([
      [403, 'proof_needed', 'password'],
      [403, 'proof_needed', 'second_factor'],
      [422, 'validation_failed', 'proof'],
      [422, 'validation_failed', 'proof'],
      [422, 'validation_failed', 'proof'],
    ]);
    expect(await kept()).toEqual(before);
  });
});

test.each(table ?? [])('$operation: $heard hears of it', async ({ operation, heard }) => {
  const asked = await request(operation);
  await shop.rows('delete from mail_outbox');
  const { status } = await send(operation, asked, shop.token, STAFF.password);
  expect(status).toBeLessThan(300);
  const mails = await shop.rows(
    `select distinct recipient from mail_outbox where kind::text in ('owner_news', 'bank_account') and recipient in ('${STAFF.email}', '${TARIQ.email}')`,
  );
  expect(mails).toHaveLength(heard.startsWith('every owner') ? 2 : 0);
});

test('a recovery code is proof once, and a code of the app is used up', async () => {
  const invite = async (proof: string) =>
    (await send('POST', await request('POST /api/staff/invitations'), guarded, proof)).status;
  expect(await invite(codes[0])).toBe(201);
  expect(await invite(codes[0])).toBe(422);
  const code = codeOf(secret);
  expect(await invite(code)).toBe(201);
  expect(await invite(code)).toBe(422);
});

test('what changes no contact needs no proof, and nobody proves what is their own', async () => {
  const { contact } = (await shop.call('GET', '/api/settings')).json.data;
  expect((await shop.call('PUT', '/api/settings', { token: shop.token, body: { contact } })).status).toBe(200);
  const [{ id }] = await shop.rows(`select id from staff where username = 'tariq'`);
  expect((await shop.call('POST', `/api/staff/${id}/sign-out`, { token: guarded, body: {} })).status).toBe(200);
});

test('the old address of the shop hears of a new one', async () => {
  const change = (email: string) => ({ path: '/api/settings', body: { contact: { ...DEFAULT_SETTINGS.contact, email } } });
  await send('PUT', change('before@example.com'), shop.token, STAFF.password);
  await shop.rows('delete from mail_outbox');
  await send('PUT', change('thief@example.com'), shop.token, STAFF.password);
  const mails = await shop.rows(`select recipient from mail_outbox where kind = 'owner_news'`);
  expect(mails.map(({ recipient }) => recipient)).toContain('before@example.com');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { acquireDataLock } from '#local/single-instance.ts';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';

let shop: EmbeddedShop;
let data: string;
beforeAll(async () => {
  shop = await startEmbeddedShop();
  data = await mkdtemp(join(tmpdir(), 'shop-staff-'));
  const { url: supabaseUrl, publishableKey, secretKey } = shop.supabase;
  await writeFile(join(data, 'access.json'), JSON.stringify({ supabaseUrl, publishableKey, secretKey }));
  // As a running shop does: the command then uses the shop's own database instead of opening it a second time.
  await acquireDataLock(data);
});
afterAll(async () => {
  await shop.stop();
  await rm(data, { recursive: true, force: true });
});

/** Answers the command's three questions and gives back what it printed after them. */
const staffAdd = (...answers: string[]) => run([], answers);

async function run(args: string[], answers: string[] = []): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/staff/add.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, SUPABASE_URL: '', SHOP_DATA: data },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  child.stdin.end(`${answers.join('\n')}\n`);
  const [code] = await once(child, 'close');
  return { code, said: said.replace(/^E-mail:.*Password:\s*/s, '').trim() };
}

test('a new staff member can sign in at once', async () => {
  expect(await staffAdd('Amna@Shop.test', 'Amna', 'a long enough password')).toEqual({
    code: 0,
    said: 'amna can sign in at /admin now.',
  });
  const { status } = await shop.call('POST', '/api/auth/admin/login', {
    body: { username: 'amna', password: 'a long enough password' },
  });
  expect(status).toBe(200);
});

test('a member is not added twice, and the password is never printed', async () => {
  const { code, said } = await staffAdd('amna@shop.test', 'amna', 'a long enough password');
  expect(code).toBe(1);
  expect(said).toBe('amna or amna@shop.test is on the staff already.');
});

test('mistakes get a readable message', async () => {
  const { code, said } = await staffAdd('amna', 'x', 'short');
  expect(code).toBe(1);
  expect(said).toBe(
    'Enter a valid e-mail address. A user name has 2 to 40 letters, digits, dots, dashes or underscores. A password has at least 10 characters.',
  );
});

test('a member who lost the second factor can sign in with the password again', async () => {
  const amna = { username: 'amna', password: 'a long enough password' };
  const login = () => shop.call('POST', '/api/auth/admin/login', { body: amna });
  const { token } = (await login()).json.data;
  const factor = '/api/auth/admin/second-factor';
  const { secret } = (await shop.call('POST', `${factor}/secret`, { token, body: {} })).json.data;
  const on = await shop.call('POST', factor, { token, body: { password: amna.password, secret, code: codeOf(secret) } });
  expect(on.status).toBe(200);
  expect((await login()).json.code).toBe('second_factor_needed');

  expect(await run(['--reset-second-factor', 'Amna@shop.test'])).toEqual({
    code: 0,
    said: 'amna has no second factor now, is signed out, and signs in at /admin with the password alone.',
  });
  expect((await login()).status).toBe(200);
  expect((await shop.call('GET', '/api/orders', { token })).status).toBe(401);
});

test('only a staff member can be made an owner', async () => {
  // The shop keeps an owner.
  await addStaff(shop.supabase, { email: 'noor@shop.test', username: 'noor', password: 'a long enough password' });
  await shop.rows(`update staff set role = 'desk' where username = 'amna'`);
  expect(await run(['--owner', 'amna'])).toEqual({ code: 0, said: 'amna is an owner now.' });
  expect(await shop.rows(`select is_owner from staff where username = 'amna'`)).toEqual([{ is_owner: true }]);
  expect(await run(['--owner', 'nobody'])).toEqual({ code: 1, said: 'Nobody on the staff is called nobody.' });
  expect((await run(['--everything'])).code).toBe(1);
});

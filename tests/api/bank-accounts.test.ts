import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

// The clock of the codes stands still: no step of thirty seconds ends in the middle of a test.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const folder = mkdtempSync(join(tmpdir(), 'shop-mails-'));
process.env.MAIL_FOLDER = folder;
afterAll(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});
const shop = await staffedShop({ rateLimits: 'on' });

/** Sends a request as Sana, with a recovery code where she has to prove that it is her: then customers see a change after an hour. */
async function staff(method: string, path: string, body?: unknown) {
  const answered = await shop.call(method, path, { token: shop.token, ...(body ? { body } : {}) });
  if (answered.json.code !== 'proof_needed') return answered;
  return shop.call(method, path, { token: shop.token, body: { ...(body as object), proof: await newRecoveryCode() } });
}

let recoveryCodes: string[] = [];

/** As many as she needs. */
async function newRecoveryCode(): Promise<string> {
  const [sana] = await shop.rows(`select id from staff where username = 'sana'`);
  const { newRecoveryCodes } = await import('#server/accounts/second-factor.ts');
  if (recoveryCodes.length === 0) {
    const { codes, hashes } = newRecoveryCodes();
    recoveryCodes = codes;
    for (const hash of hashes)
      await shop.rows(`insert into staff_recovery_codes (staff_id, code_hash) values ('${sana.id}', '${hash}')`);
  }
  return recoveryCodes.pop() ?? '';
}

const ACCOUNTS = '/api/bank-accounts';
const SHOWN = `${ACCOUNTS}/shown`;
const IBAN = 'PK36SCBL0000001123456702';
const ACCOUNT = {
  title: 'Naqsh Jewellery',
  bankName: 'Standard Chartered',
  iban: 'pk36 scbl 0000 0011 2345 6702',
  raastId: '0300-1234567',
};
const PASSWORD = 'a long enough password';

const FACTOR = '/api/auth/admin/second-factor';
const { secret } = (await staff('POST', `${FACTOR}/secret`, {})).json.data;
await staff('POST', FACTOR, { password: STAFF.password, secret, code: codeOf(secret, -1) });

await addStaff(shop.supabase, { email: 'amna@shop.test', username: 'amna', password: PASSWORD });
await shop.rows(`update staff set role = 'desk' where username = 'amna'`);
const { token: member } = (await shop.call('POST', '/api/auth/admin/login', { body: { username: 'amna', password: PASSWORD } }))
  .json.data;

beforeEach(() => shop.rows('delete from bank_accounts'));

describe('a bank account', () => {
  test('is kept in one form, and shown to nobody for an hour', async () => {
    const { status, json } = await staff('POST', ACCOUNTS, ACCOUNT);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      iban: IBAN,
      raastId: '03001234567',
      customersSee: null,
      changedBy: ['sana'],
      isOwnChange: true,
    });
    expect(Date.parse(json.data.waitsUntil)).toBeGreaterThan(Date.parse(json.data.changedAt) + 3_599_000);
    expect((await shop.call('GET', SHOWN, { token: member })).json.data).toEqual([]);
  });

  test('is what members of the staff read once customers see it, and nothing else', async () => {
    const { id } = (await staff('POST', ACCOUNTS, ACCOUNT)).json.data;
    await shop.rows(`update bank_accounts set counts_from = now() - interval '1 minute'`);
    expect((await shop.call('GET', SHOWN, { token: member })).json.data).toEqual([
      { id, title: 'Naqsh Jewellery', bankName: 'Standard Chartered', iban: IBAN, raastId: '03001234567' },
    ]);
    expect((await shop.call('GET', ACCOUNTS, { token: member })).json.code).toBe('owner_only');
  });

  test.each([
    ['iban', 'PK36SCBL0000001123456720', /check digits/],
    ['iban', '', /Enter the IBAN/],
    ['raastId', '042 35712345', /mobile number/],
    ['raastId', 'sana@example.com', /mobile number/],
    ['title', ' ', /title/],
    ['bankName', 'x'.repeat(81), /80/],
  ])('with a wrong %s (%j) is refused at that field', async (path, value, message) => {
    const { status, json } = await staff('POST', ACCOUNTS, { ...ACCOUNT, [path]: value });
    expect([status, json.errors]).toEqual([422, [{ path, message: expect.stringMatching(message) }]]);
  });

  test('counts at once with a code of a second factor that is an hour old, of whoever has been an owner for a day', async () => {
    const add = async (proof: string) => (await staff('POST', ACCOUNTS, { ...ACCOUNT, proof })).json;
    const waits = { waitsUntil: expect.any(String), customersSee: null };
    expect((await add(codeOf(secret))).data).toMatchObject(waits);
    await shop.rows(`delete from bank_accounts`);
    await shop.rows(`update staff_second_factors set created_at = now() - interval '61 minutes', last_step = 0`);
    await shop.rows(`update staff set owner_since = now() - interval '23 hours' where username = 'sana'`);
    expect((await add(codeOf(secret))).data).toMatchObject(waits);
    await shop.rows(`delete from bank_accounts`);
    await shop.rows(`update staff_second_factors set last_step = 0`);
    await shop.rows(`update staff set owner_since = now() - interval '25 hours' where username = 'sana'`);
    expect((await add(STAFF.password)).errors).toMatchObject([{ path: 'proof' }]);
    expect((await add('000000')).errors).toMatchObject([{ path: 'proof', message: /not right/ }]);
    const { data } = await add(codeOf(secret));
    expect(data).toMatchObject({ waitsUntil: null, approvedBy: 'sana', customersSee: { iban: IBAN } });

    const { id, updatedAt } = data;
    const edit = { ...ACCOUNT, title: 'Naqsh', updatedAt };
    const again = await staff('PUT', `${ACCOUNTS}/${id}`, { ...edit, proof: codeOf(secret) });
    expect(again.json.errors).toMatchObject([{ path: 'proof', message: /used already/ }]);
    const changed = (await staff('PUT', `${ACCOUNTS}/${id}`, edit)).json.data;
    expect(changed).toMatchObject({ title: 'Naqsh', customersSee: { title: 'Naqsh Jewellery' } });
    // A recovery code proves who it is, and brings nothing forward.
    const unproved = await staff('POST', `${ACCOUNTS}/${id}/approval`, { updatedAt: changed.updatedAt });
    expect(unproved.json.errors).toMatchObject([{ path: 'proof', message: /took part/ }]);
    const approval = { updatedAt: changed.updatedAt, proof: codeOf(secret, 1) };
    expect((await staff('POST', `${ACCOUNTS}/${id}/approval`, approval)).json.data.customersSee).toMatchObject({
      title: 'Naqsh',
    });
  });

  test('that was changed meanwhile is not overwritten, and one that is gone is not found', async () => {
    const { id, updatedAt } = (await staff('POST', ACCOUNTS, ACCOUNT)).json.data;
    const path = `${ACCOUNTS}/${id}`;
    expect((await staff('PUT', path, { ...ACCOUNT, title: 'Naqsh', updatedAt })).status).toBe(200);
    expect((await staff('PUT', path, { ...ACCOUNT, title: 'Other', updatedAt })).json.code).toBe('edited_meanwhile');
    expect((await staff('DELETE', path)).status).toBe(200);
    expect((await staff('DELETE', path)).json.code).toBe('bank_account_not_found');
    expect((await staff('PUT', path, { ...ACCOUNT, updatedAt })).json.code).toBe('bank_account_not_found');
  });

  test('that is changed is in a mail to each owner, with no link in what was typed', async () => {
    const { id, updatedAt } = (await staff('POST', ACCOUNTS, ACCOUNT)).json.data;
    await shop.rows('delete from mail_outbox');
    await staff('PUT', `${ACCOUNTS}/${id}`, { ...ACCOUNT, title: 'evil.pk/<b>x</b>', updatedAt });
    await shop.idle();
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const [mail = '', ...others] = mails.filter((text) => text.includes('evil'));
    expect(others).toEqual([]);
    expect(mail).toContain('A bank account was changed');
    expect(mail).toContain('<li>Title: evil. pk/&#60;b&#62;x&#60;/b&#62; (before: Naqsh Jewellery)</li>');
    expect(mail).toContain('PK36 SCBL 0000 0011 2345 6702');
    expect(mail).toMatch(/Customers see it from \d\d:\d\d in Pakistan/);
  });
});

import { expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { LIMITS } from '#tests/setup/samples/limits.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { token } = shop;

const put = (body: unknown) => shop.call('PUT', '/api/limits', { body, token });
const latest = async () => (await shop.call('GET', '/api/audit-log', { token })).json.data[0];

test('a shop begins with limits that let everybody shop and nobody empty it', async () => {
  const { json } = await shop.call('GET', '/api/limits', { token });
  expect(json.data).toMatchObject(LIMITS);
});

test('an owner’s change counts at once and is noted with who made it, before and after', async () => {
  expect((await put({ ...LIMITS, pieceUnits: 30, orderValue: 150_000 })).json.data).toMatchObject({
    pieceUnits: 30,
    orderValue: 150_000,
  });
  expect(await latest()).toMatchObject({
    actorName: 'sana',
    subject: 'limits',
    before: { pieceUnits: 20, orderValue: 100_000 },
    after: { pieceUnits: 30, orderValue: 150_000 },
  });
  await put(LIMITS);
});

test('what owners keep is noted by whichever way it changes: by SQL, too', async () => {
  await addStaff(shop.supabase, { email: 'amna@shop.test', username: 'amna', password: 'a long enough password' });
  for (const [subject, statement, after] of [
    ['limits', 'update limits set piece_units = 21', { piece_units: 21 }],
    ['confirmation rules', 'update confirmation_rules set max_open_orders = 9', { max_open_orders: 9 }],
    [
      'contact',
      `update shop_settings set content = content || '{"contact": {"phone": "0300 7654321"}}'`,
      { phone: '0300 7654321' },
    ],
    ['delivery', `update shop_settings set content = content || '{"delivery": {"freeFrom": 1, "fee": 1}}'`, { fee: 1 }],
    ['staff amna', `update staff set role = 'packer' where username = 'amna'`, { role: 'Packer' }],
  ] as const) {
    await shop.rows(statement);
    const [entry] = await shop.rows('select * from audit_log order by created_at desc, id desc limit 1');
    expect(entry).toMatchObject({ actor_name: 'Command line', subject, after });
  }
  await put(LIMITS);
});

test('saving what is already so notes nothing', async () => {
  const before = await latest();
  await put(LIMITS);
  expect(await latest()).toEqual(before);
});

test('more than may be collected in cash is refused at its field', async () => {
  expect(await put({ ...LIMITS, orderValue: 200_001 })).toMatchObject({
    status: 422,
    json: { errors: [{ path: 'orderValue', message: 'At most 200,000: more may not be collected in cash' }] },
  });
});

test('an edit of limits that somebody changed meanwhile is refused', async () => {
  const { json } = await shop.call('GET', '/api/limits', { token });
  await put({ ...LIMITS, pieceUnits: 25 });
  expect(await put({ ...LIMITS, updatedAt: json.data.updatedAt })).toMatchObject({
    status: 409,
    json: { code: 'edited_meanwhile' },
  });
  await put(LIMITS);
});

test('nobody alters what the log says, not even by SQL', async () => {
  const before = await latest();
  await expect(shop.rows(`update audit_log set actor_name = 'nobody'`)).rejects.toThrow();
  await expect(shop.rows(`delete from audit_log`)).rejects.toThrow();
  expect(await latest()).toEqual(before);
});

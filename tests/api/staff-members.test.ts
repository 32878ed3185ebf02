import { describe, expect, test } from 'vitest';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { token } = shop;

const PASSWORD = 'another long password';
/** Sends a request with what proves who sends it. */
const staff = (method: string, path: string, body?: unknown, bearer = token) => {
  const proof = bearer === token ? STAFF.password : PASSWORD;
  return shop.call(method, path, { token: bearer, ...(method === 'GET' ? {} : { body: { ...(body as object), proof } }) });
};
const invite = (username: string, email = `${username}@shop.test`) =>
  staff('POST', '/api/staff/invitations', { email, username });
const tokenOf = (link: string) => link.split('#')[1];
const join = (joining: unknown) => shop.call('POST', '/api/staff/join', { body: joining });
const signIn = async (username: string, password = PASSWORD) =>
  (await shop.call('POST', '/api/auth/admin/login', { body: { username, password } })).json.data?.token;

/** Somebody new on the staff: their id and a token of theirs. */
async function member(username: string): Promise<{ id: string; token: string }> {
  const { json } = await invite(username);
  expect((await join({ token: tokenOf(json.data.link), password: PASSWORD })).status).toBe(201);
  const [{ id }] = await shop.rows(`select id from staff where username = '${username}'`);
  return { id, token: await signIn(username) };
}

describe('an invitation', () => {
  test('is mailed as a link whose secret stays in the browser, and works once', async () => {
    const { status, json } = await invite('nida');
    expect(status).toBe(201);
    expect(json.data.link).toMatch(new RegExp(`^${process.env.URL}/admin/join#[\\w-]{43}$`));
    const [mail] = await shop.rows(`select recipient, payload from mail_outbox where kind = 'staff_invitation'`);
    expect(mail).toMatchObject({
      recipient: 'nida@shop.test',
      payload: { link: json.data.link, username: 'nida', invited_by: 'sana' },
    });
    expect(JSON.stringify(await shop.rows('select * from staff_invitations'))).not.toContain(tokenOf(json.data.link));

    const joining = { token: tokenOf(json.data.link), password: PASSWORD };
    const checked = await shop.call('POST', '/api/staff/invitations/check', { body: { token: joining.token } });
    expect(checked.json.data).toEqual({ email: 'nida@shop.test', username: 'nida' });
    expect((await join(joining)).status).toBe(201);
    expect(await signIn('nida')).toEqual(expect.any(String));
    expect((await join(joining)).json).toMatchObject({ code: 'invitation_not_found' });
  });

  test('is replaced by a newer one, and can be revoked', async () => {
    const first = await invite('omar');
    const second = await invite('omar');
    expect((await join({ token: tokenOf(first.json.data.link), password: PASSWORD })).status).toBe(404);
    expect((await staff('DELETE', `/api/staff/invitations/${second.json.data.id}`)).status).toBe(200);
    expect((await join({ token: tokenOf(second.json.data.link), password: PASSWORD })).status).toBe(404);
  });

  test('is given out and taken back by owners alone, and both lists say who invited whom', async () => {
    const { token: theirs } = await member('asma');
    const body = { email: 'friend@shop.test', username: 'friend' };
    expect((await staff('POST', '/api/staff/invitations', body, theirs)).json).toMatchObject({ code: 'owner_only' });
    const { json } = await invite('friend');
    const path = `/api/staff/invitations/${json.data.id}`;
    expect((await staff('DELETE', path, undefined, theirs)).json).toMatchObject({ code: 'owner_only' });

    const listed = (await staff('GET', '/api/staff/invitations', undefined, theirs)).json.data;
    expect(listed).toMatchObject([{ username: 'friend', invitedBy: 'sana' }]);
    expect(JSON.stringify(listed)).not.toMatch(/join|token|hash/i);
    const people = (await staff('GET', '/api/staff')).json.data;
    expect(people.find(({ username }: { username: string }) => username === 'asma')).toMatchObject({ invitedBy: 'sana' });
    expect(people.find(({ username }: { username: string }) => username === 'sana')).toMatchObject({ invitedBy: null });
    expect((await staff('DELETE', path)).json.data).toMatchObject({ invitedBy: 'sana' });
  });

  test.each([
    ['is locked out', (id: string) => staff('PUT', `/api/staff/${id}/active`, { isActive: false })],
    ['is an owner no more', (id: string) => shop.rows(`update staff set role = 'desk' where id = '${id}'`)],
  ])('ends when its owner %s, even when that is undone', async (_, change) => {
    const username = `co-owner-${Math.random().toString(36).slice(2, 8)}`;
    const { id } = await member(username);
    await shop.rows(`update staff set role = 'owner' where id = '${id}'`);
    const theirs = await signIn(username);
    const { json } = await staff('POST', '/api/staff/invitations', { email: 'back@shop.test', username: 'back-door' }, theirs);
    await change(id);
    await shop.rows(`update staff set role = 'owner', is_active = true where id = '${id}'`);
    const token = tokenOf(json.data.link);
    expect((await shop.call('POST', '/api/staff/invitations/check', { body: { token } })).status).toBe(404);
    expect((await join({ token, password: PASSWORD })).json).toMatchObject({ code: 'invitation_not_found' });
    expect((await staff('GET', '/api/staff/invitations')).json.data).toEqual([]);
    await shop.rows(`delete from staff where id = '${id}'`);
  });

  test('is noted, and so is who came by it, with who did it', async () => {
    const { json } = await invite('javed');
    await staff('DELETE', `/api/staff/invitations/${json.data.id}`);
    const { id } = await member('javed');
    await staff('PUT', `/api/staff/${id}/active`, { isActive: false });
    const entries: Record<string, any>[] = (await staff('GET', '/api/audit-log')).json.data;
    const noted = entries.filter(({ subject, kind }) => kind !== 'session' && subject.endsWith('javed'));
    expect(noted.map(({ actorName, subject, before, after }) => [actorName, subject, before, after])).toEqual([
      ['sana', 'staff javed', { role: 'Desk' }, { role: 'Locked out' }],
      ['javed', 'staff javed', { role: null }, { role: 'Desk' }],
      ['sana', 'invitation of javed', { state: null }, { state: 'open' }],
      ['sana', 'invitation of javed', { state: 'open' }, { state: 'withdrawn' }],
      ['sana', 'invitation of javed', { state: null }, { state: 'open' }],
    ]);
    await shop.rows(`delete from staff where id = '${id}'`);
  });

  test('never brings back somebody who is locked out', async () => {
    const { id } = await member('tariq');
    await staff('PUT', `/api/staff/${id}/active`, { isActive: false });
    expect((await invite('tariq-again', 'tariq@shop.test')).json.errors).toEqual([
      { path: 'email', message: 'Somebody on the staff has this address' },
    ]);
    // Nor does an invitation from before.
    const { json } = await invite('tariq-other');
    await shop.rows(`update staff_invitations set email = 'tariq@shop.test' where username = 'tariq-other'`);
    expect((await join({ token: tokenOf(json.data.link), password: PASSWORD })).json).toMatchObject({
      code: 'invitation_not_found',
    });
    expect(await signIn('tariq')).toBeUndefined();
    await staff('DELETE', `/api/staff/invitations/${json.data.id}`);
  });

  test('expires after a week', async () => {
    const { json } = await invite('rabia');
    await shop.rows(`update staff_invitations set expires_at = now() - interval '1 second' where username = 'rabia'`);
    expect((await join({ token: tokenOf(json.data.link), password: PASSWORD })).status).toBe(404);
    expect((await staff('GET', '/api/staff/invitations')).json.data).toEqual([]);
  });

  test.each([
    ['email', { email: STAFF.email, username: 'other' }],
    ['username', { email: 'other@shop.test', username: STAFF.username }],
    ['username', { email: 'other@shop.test', username: 'No Spaces' }],
    ['email', { email: 'nobody', username: 'other' }],
  ])('with a wrong or taken %s says so at the field', async (field, body) => {
    const { status, json } = await staff('POST', '/api/staff/invitations', body);
    expect(status).toBe(422);
    expect(json.errors).toEqual([{ path: field, message: expect.any(String) }]);
  });

  test('needs a strong enough password', async () => {
    const { json } = await invite('short');
    const answer = await join({ token: tokenOf(json.data.link), password: 'short' });
    expect(answer.json.errors).toEqual([{ path: 'password', message: 'A password has at least 10 characters' }]);
  });

  test('to a person with a shopper account takes only that account’s password', async () => {
    await shop.call('POST', '/api/auth/signup', { body: { email: 'zara@shop.test', password: 'her shopping password' } });
    const { json } = await invite('zara');
    const secret = tokenOf(json.data.link);
    const refused = await join({ token: secret, password: PASSWORD });
    expect(refused.json.errors).toEqual([{ path: 'password', message: expect.stringContaining('has an account') }]);
    expect((await join({ token: secret, password: 'her shopping password' })).status).toBe(201);
  });
});

describe('a staff member', () => {
  test('who is locked out is refused at once, even with a valid token, and can be let in again', async () => {
    const { id, token: theirs } = await member('faiz');
    expect((await staff('GET', '/api/orders', undefined, theirs)).status).toBe(200);
    expect((await staff('PUT', `/api/staff/${id}/active`, { isActive: false })).json.data).toMatchObject({ isActive: false });
    expect((await staff('GET', '/api/orders', undefined, theirs)).status).toBe(401);
    await staff('PUT', `/api/staff/${id}/active`, { isActive: true });
    // The old session stays ended: only a new sign-in counts.
    expect((await staff('GET', '/api/orders', undefined, theirs)).status).toBe(401);
  });

  test('is signed out everywhere, and can sign in again', async () => {
    const { id, token: theirs } = await member('hamza');
    await staff('POST', `/api/staff/${id}/sign-out`);
    expect((await staff('GET', '/api/orders', undefined, theirs)).status).toBe(401);
    expect((await staff('GET', '/api/orders', undefined, await signIn('hamza'))).status).toBe(200);
  });

  test('cannot lock themselves out', async () => {
    const [{ id }] = await shop.rows(`select id from staff where username = 'sana'`);
    expect((await staff('PUT', `/api/staff/${id}/active`, { isActive: false })).json).toMatchObject({ code: 'own_account' });
  });

  test('who does not exist is not found', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await staff('PUT', `/api/staff/${nobody}/active`, { isActive: false })).status).toBe(404);
    expect((await staff('POST', `/api/staff/${nobody}/sign-out`)).status).toBe(404);
    expect((await staff('PUT', '/api/staff/me/active', { isActive: false })).status).toBe(404);
  });

  test('is listed with the others by user name', async () => {
    const { json } = await staff('GET', '/api/staff');
    expect(json.data.map(({ username }: { username: string }) => username)).toEqual([
      'asma',
      'faiz',
      'hamza',
      'nida',
      'sana',
      'tariq',
      'zara',
    ]);
  });
});

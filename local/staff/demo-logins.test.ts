import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_LOGINS } from '#domain/staff/demo-logins.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { answerDemoLogins } from './demo-logins.ts';
import { forgetTeam } from './demo-team.ts';

const HERE = 'http://localhost:8888';
const SECRET = 'LCNC26V34YBXJZRVUO5VCVWGMNWNJHB3';

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-logins-'));
  const account = (username: string) => ({ email: `${username}@naqsh.example`, username, password: `the word of ${username}` });
  await writeFile(join(data, 'staff.json'), JSON.stringify(account('staff')));
  const team = [
    { ...account('packer'), role: 'Packer', secret: null },
    { ...account('accounts'), role: 'Accounts', secret: SECRET },
  ];
  await writeFile(join(data, 'team.json'), JSON.stringify(team));
});
afterAll(() => rm(data, { recursive: true }));

const ask = (answer: ReturnType<typeof answerDemoLogins>, { from = HERE, ip = '127.0.0.1', who = '' } = {}) =>
  answer(new Request(`${from}${DEMO_LOGINS}${who && `/${who}`}`, { method: who ? 'POST' : 'GET' }), ip);

test('this computer hears who works in the demo, and of each what signs them in', async () => {
  const answer = answerDemoLogins(data);
  expect(await (await ask(answer))?.json()).toEqual([
    { username: 'staff', role: 'Owner' },
    { username: 'packer', role: 'Packer' },
    { username: 'accounts', role: 'Accounts' },
  ]);
  expect(await (await ask(answer, { who: 'packer', ip: '::1' }))?.json()).toEqual({
    password: 'the word of packer',
    code: null,
  });
  expect((await ask(answer, { who: 'nobody' }))?.status).toBe(404);
  expect(await answer(new Request(`${HERE}/demo/other`), '127.0.0.1')).toBeUndefined();
});

test('whoever signs in three times in a row gets three codes, each of them good', async () => {
  const answer = answerDemoLogins(data);
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(SECRET, steps));
  const codes: string[] = [];
  for (const _ of [1, 2, 3]) {
    const given = (await ask(answer, { who: 'accounts' })) ?? expect.fail('nobody answers');
    codes.push((await given.json()).code);
  }
  expect(new Set(codes).size).toBe(3);
  expect(near).toEqual(expect.arrayContaining(codes));
});

test.each([
  ['another machine', { ip: '192.168.1.7' }],
  ['a tunnel', { from: 'https://shop.example' }],
  ['another name of this one', { from: 'http://127.0.0.1.nip.example:8888' }],
])('%s hears of nobody', async (_, request) => {
  const answer = answerDemoLogins(data);
  expect(await (await ask(answer, request))?.json()).toEqual([]);
  expect((await ask(answer, { ...request, who: 'staff' }))?.status).toBe(404);
});

// The last one: the team goes.
test('a shop of somebody’s own tells of nobody, nor does a demo whose team went', async () => {
  expect(await (await ask(answerDemoLogins(null)))?.json()).toEqual([]);
  const answer = answerDemoLogins(data);
  await forgetTeam(data);
  expect(await (await ask(answer))?.json()).toEqual([]);
  expect((await ask(answer, { who: 'staff' }))?.status).toBe(404);
});

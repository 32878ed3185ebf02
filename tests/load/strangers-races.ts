/** What a stranger breaks by doing the same at once, by characters that nothing keeps, by passwords that everybody has, and in a shop whose database keeps nothing. */

import { signInStaff } from '#tests/setup/samples/staff.ts';
import { type Attack, type Stranger, send } from './stranger.ts';

const AT_ONCE = 8;

/** How often each status was answered: `201 × 1, 429 × 7`. */
function counted(answers: { status: number }[]): string {
  return [...Map.groupBy(answers, ({ status }) => status)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, all]) => `${status} × ${all.length}`)
    .join(', ');
}

const atOnce = ({ call }: Stranger, path: string, body: unknown) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => call('POST', path, { body })));

const PASSWORDS = ['1234567890', 'qwertyuiop', 'Qwertyuiop1!', 'password2026', 'iloveyou1234'];

export const ON_RACES: Record<string, Attack> = {
  'R1 8 sign-ups of one address at once': async (stranger) => {
    const answers = await atOnce(stranger, '/api/auth/signup', {
      email: 'hina@example.com',
      password: 'seven green bangles',
    });
    const [{ accounts }] = await stranger.shop.rows(
      `select count(*)::int as accounts from auth.users where email = 'hina@example.com'`,
    );
    return `${counted(answers)}; ${accounts} account`;
  },
  'R1 8 subscriptions of one address at once': async (stranger) =>
    counted(await atOnce(stranger, '/api/newsletter', { email: 'hina@example.com' })),
  'R2 a zero byte in a table of products': async (stranger) => {
    const token = await signInStaff(stranger.shop);
    const body = new FormData();
    body.append('file', new Blob(['SKU,Name,Price\nPX\u0000-1,Ring\u0000,900\n']), 'products.csv');
    const { status, json } = await send(stranger, 'POST', '/api/catalogue/import/check', body, token);
    return `${status}: ${json.data?.rows[0].problems[0].message ?? json.message}`;
  },
  'R3 passwords that everybody has': async ({ call }) => {
    const taken: string[] = [];
    for (const [n, password] of PASSWORDS.entries()) {
      const { status } = await call('POST', '/api/auth/signup', { body: { email: `hina${n}@example.com`, password } });
      if (status < 300) taken.push(password);
    }
    return `${taken.length} of ${PASSWORDS.length} taken`;
  },
};

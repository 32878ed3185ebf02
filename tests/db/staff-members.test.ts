import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';

const database = await testPostgres();
const shop = await database.connect(20);

/** Puts an owner on the staff. Returns their id. */
async function member(username: string): Promise<string> {
  const email = `${username}@shop.test`;
  const [account] = await database.owner<{ id: string }[]>`insert into auth.users (email) values (${email}) returning id`;
  await database.owner`insert into public.staff (id, username, email, role) values (${account?.id ?? ''}, ${username}, ${email}, 'owner')`;
  return account?.id ?? '';
}

test('owners who lock each other out at once leave one owner', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, (_, n) => member(`member-${n}`)));
  await race(100, (call) => {
    const actor = members[call % 10] ?? '';
    const other = members[(call * 7 + 3) % 10] ?? '';
    return shop`select public.set_staff_active(${other}, false, ${actor})`;
  });
  const [active] = await database.owner<{ count: number }[]>`select count(*)::int as count from public.staff where is_active`;
  expect(active?.count).toBeGreaterThan(0);
});

test('an invitation used many times at once adds one account', async () => {
  const inviter = await member('inviter');
  const hash = 'a'.repeat(64);
  await shop`select public.invite_staff('nida@shop.test', 'nida', 'desk', ${hash}, 'https://shop.test/admin/join#x', ${inviter})`;
  const accounts = await database.owner<{ id: string }[]>`
    insert into auth.users (email) select 'nida+' || n || '@shop.test' from generate_series(1, 20) n returning id`;
  const { done } = await race(20, (call) => shop`select public.accept_invitation(${hash}, ${accounts[call]?.id ?? ''})`);
  expect(done).toHaveLength(1);
  expect(await database.owner`select username from public.staff where username = 'nida'`).toHaveLength(1);
});

test('an invitation accepted while its owner is locked out adds nobody after the lock-out', async () => {
  const owner = await member('the-owner');
  const accounts = await database.owner<{ id: string }[]>`
    insert into auth.users (email) select 'guest-' || n || '@shop.test' from generate_series(1, 20) n returning id`;
  for (const [n, { id: account }] of accounts.entries()) {
    const inviter = await member(`leaving-${n}`);
    const hash = n.toString(16).padStart(64, '0');
    await shop`select public.invite_staff(${`guest-${n}@shop.test`}, ${`guest-${n}`}, 'desk', ${hash}, 'https://shop.test/admin/join#x', ${inviter})`;
    // The lock-out is not committed yet when the invitation is accepted, or given out anew.
    const lockedOut = await shop.reserve();
    await lockedOut`begin`;
    await lockedOut`select public.set_staff_active(${inviter}, false, ${owner})`;
    const refused = Promise.all([
      refusalOf(shop`select public.accept_invitation(${hash}, ${account})`),
      refusalOf(
        shop`select public.invite_staff('late@shop.test', 'late', 'desk', ${'f'.repeat(64)}, 'https://shop.test/admin/join#x', ${inviter})`,
      ),
    ]);
    await lockedOut`commit`;
    lockedOut.release();
    expect(await refused).toMatchObject([{ code: 'invitation_not_found' }, { code: 'owner_only' }]);
  }
  expect(await database.owner`select from public.staff where username like 'guest-%'`).toHaveLength(0);
  expect(
    await database.owner`select from public.staff_invitations where username like any (array['guest-%', 'late'])`,
  ).toHaveLength(0);
});

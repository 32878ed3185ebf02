import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { refusalOf } from './calls/refusals.ts';

const database = await testPostgres();
const shop = await database.connect(4);

const OLD = 'PK36SCBL0000001123456702';
const THIEFS = 'PK22HABB0000123456789012';
const OTHER = 'PK92MEZN0000998877665544';

interface Account {
  id: string;
  iban: string;
  title: string;
  waits_until: string | null;
  customers_see: { iban: string; title: string } | null;
  changed_by: string[];
  is_own_change: boolean;
  approved_by: string | null;
  updated_at: string;
}

type Change = Partial<Record<'title' | 'bank_name' | 'iban' | 'raast_id' | 'is_shown', unknown>>;

const FIELDS = { title: 'Naqsh', bank_name: 'Standard Chartered', iban: OLD, raast_id: '', is_shown: true };

let ayesha: string;
let bilal: string;
let members = 0;

/** An owner of two days, whose second factor has been on for a day, unless it is said since when. */
async function owner(username: string, factorSince = '1 day', ownerSince = '2 days'): Promise<string> {
  members += 1;
  const email = `${username}-${members}@shop.test`;
  const [account] = await database.owner<{ id: string }[]>`insert into auth.users (email) values (${email}) returning id`;
  const id = account?.id ?? '';
  await database.owner`insert into public.staff (id, username, email, role) values (${id}, ${`${username}-${members}`}, ${email}, 'owner')`;
  await database.owner`update public.staff set owner_since = now() - ${ownerSince}::interval where id = ${id}`;
  await database.owner`
    insert into public.staff_second_factors (staff_id, secret, last_step, created_at) values (${id}, 'x', 0, now() - ${factorSince}::interval)`;
  return id;
}

let step = 1000;

/** The time step of a code that was not used yet. */
function newCode(): number {
  step += 1;
  return step;
}

/** Uses a code up, as the API does before what it proves. */
const prove = (actor: string, code: number | null) => code && shop`select public.prove_second_factor(${actor}, ${code})`;

async function save(actor: string, change: Change, account: Account | null = null, code: number | null = null): Promise<Account> {
  await prove(actor, code);
  const fields = { ...FIELDS, ...(account && { title: account.title, iban: account.iban }), ...change };
  const [row] = await shop<{ saved: Account }[]>`
    select public.save_bank_account(${account?.id ?? null}, ${shop.json(fields as never)}, ${actor}, ${account?.updated_at ?? null}, ${code}) as saved`;
  return row?.saved as Account;
}

const approve = async (actor: string, { id, updated_at }: Account, code: number | null = null): Promise<Account> => {
  await prove(actor, code);
  const [row] = await shop<{ approved: Account }[]>`
    select public.approve_bank_account(${id}, ${actor}, ${updated_at}, ${code}) as approved`;
  return row?.approved as Account;
};

const remove = (actor: string, { id }: Account) => shop`select public.delete_bank_account(${id}, ${actor})`;

/** The IBANs that customers are told. */
async function payable(): Promise<string[]> {
  const [row] = await shop<{ accounts: { iban: string }[] }[]>`select public.payable_accounts() as accounts`;
  return row?.accounts.map(({ iban }) => iban) ?? [];
}

/** Lets time pass. */
async function wait(time: string): Promise<void> {
  await database.owner`update public.bank_accounts set counts_from = counts_from - ${time}::interval, changed_at = changed_at - ${time}::interval`;
}

async function now({ id }: Account, actor = ayesha): Promise<Account> {
  const [row] = await shop<{ accounts: Account[] }[]>`select public.list_bank_accounts(${actor}) as accounts`;
  return row?.accounts.find((account) => account.id === id) as Account;
}

/** An account that customers have seen for long. */
async function standing(): Promise<Account> {
  const account = await save(ayesha, {});
  await wait('1 day');
  return now(account);
}

beforeEach(async () => {
  await database.owner`delete from public.bank_accounts where true`;
  await database.owner`delete from public.mail_outbox where true`;
  await database.owner`delete from public.staff where true`;
  ayesha = await owner('ayesha');
  bilal = await owner('bilal');
});

describe('customers see', () => {
  test('a new account after an hour, and not a second before', async () => {
    const account = await save(ayesha, {});
    expect(await payable()).toEqual([]);
    expect(account.waits_until).not.toBeNull();
    await wait('59 minutes 50 seconds');
    expect(await payable()).toEqual([]);
    await wait('10 seconds');
    expect(await payable()).toEqual([OLD]);
    expect(await now(account)).toMatchObject({ waits_until: null, customers_see: { iban: OLD } });
  });

  test.each([
    ['IBAN', { iban: THIEFS }],
    ['title', { title: 'Pay to 0300 1234567 instead' }],
    ['bank', { bank_name: 'Easypaisa 0300 1234567' }],
    ['Raast ID', { raast_id: '03001234567' }],
  ])('the account as it was while another %s waits, then as it is', async (_, change) => {
    const account = await standing();
    const changed = await save(ayesha, change, account);
    expect(changed.customers_see).toMatchObject({ title: 'Naqsh', iban: OLD, bank_name: 'Standard Chartered', raast_id: '' });
    await wait('1 hour');
    expect((await now(account)).customers_see).toMatchObject(change);
  });

  test('a change at once when another owner approves it', async () => {
    const changed = await save(ayesha, { iban: THIEFS }, await standing());
    const approved = await approve(bilal, changed);
    expect(approved).toMatchObject({ waits_until: null, approved_by: expect.stringContaining('bilal') });
    expect(await payable()).toEqual([THIEFS]);
  });

  test('a change at once when it is made, or approved, with the second factor', async () => {
    const account = await standing();
    const changed = await save(ayesha, { iban: OTHER }, account, newCode());
    expect(await payable()).toEqual([OTHER]);
    const again = await save(ayesha, { iban: OLD }, changed);
    expect(await payable()).toEqual([OTHER]);
    await approve(ayesha, again, newCode());
    expect(await payable()).toEqual([OLD]);
  });

  test('a hidden account no more, at once', async () => {
    const account = await standing();
    await save(ayesha, { is_shown: false }, account);
    expect(await payable()).toEqual([]);
  });

  test('the accounts in the order that owners give them', async () => {
    const first = await standing();
    const second = await save(ayesha, { iban: OTHER }, null, newCode());
    const ids = [second.id, first.id];
    await shop`select public.order_bank_accounts(${ids}, ${bilal})`;
    expect(await payable()).toEqual([OTHER, OLD]);
    for (const wrong of [[first.id], [first.id, first.id], [...ids, 'f'.repeat(24)], []]) {
      const refused = await refusalOf(shop`select public.order_bank_accounts(${wrong}, ${bilal})`);
      expect(refused.code).toBe('edited_meanwhile');
    }
  });
});

describe('whoever stole the session of an owner cannot show customers another account', () => {
  let account: Account;

  beforeEach(async () => {
    account = await standing();
  });

  test('by approving the change themselves', async () => {
    const changed = await save(ayesha, { iban: THIEFS }, account);
    expect(await refusalOf(approve(ayesha, changed))).toMatchObject({ code: 'validation_failed' });
    expect(await payable()).toEqual([OLD]);
  });

  test('by deleting the account and adding their own', async () => {
    await remove(ayesha, account);
    await save(ayesha, { iban: THIEFS });
    expect(await payable()).toEqual([]);
  });

  test('by adding their own, hiding the other and moving theirs first', async () => {
    const theirs = await save(ayesha, { iban: THIEFS });
    await shop`select public.order_bank_accounts(${[theirs.id, account.id]}, ${ayesha})`;
    await save(ayesha, { is_shown: false }, account);
    expect(await payable()).toEqual([]);
  });

  test('by changing a hidden account long before they show it', async () => {
    const hidden = await save(ayesha, { iban: THIEFS, is_shown: false });
    await wait('1 day');
    const shown = await save(ayesha, { iban: THIEFS, is_shown: true }, await now(hidden));
    expect(shown).toMatchObject({ customers_see: null, waits_until: expect.any(String) });
    expect(await payable()).toEqual([OLD]);
  });

  test('by hiding an account, changing it and showing it again', async () => {
    let changed = await save(ayesha, { is_shown: false }, account);
    changed = await save(ayesha, { iban: THIEFS, is_shown: false }, changed);
    changed = await save(ayesha, { iban: THIEFS, is_shown: true }, changed);
    expect(await payable()).toEqual([]);
    expect(await refusalOf(approve(ayesha, changed))).toMatchObject({ code: 'validation_failed' });
  });

  test('by small changes before the one that matters: each begins the hour anew', async () => {
    let changed = await save(ayesha, { title: 'Naqsh Jewels' }, account);
    await wait('50 minutes');
    changed = await save(ayesha, { iban: THIEFS, title: 'Naqsh Jewels' }, await now(changed));
    await wait('50 minutes');
    expect(await payable()).toEqual([OLD]);
    expect((await now(changed)).customers_see?.title).toBe('Naqsh');
  });

  test('by an hour that began before the owner changed it back', async () => {
    const changed = await save(ayesha, { iban: THIEFS }, account);
    await wait('50 minutes');
    const back = await save(bilal, { iban: OLD }, await now(changed));
    expect(back).toMatchObject({ waits_until: null, customers_see: { iban: OLD } });
    await wait('2 hours');
    expect(await payable()).toEqual([OLD]);
  });

  test('by approving what another owner only retitled meanwhile', async () => {
    const changed = await save(ayesha, { iban: THIEFS }, account);
    const retitled = await save(bilal, { title: 'Naqsh Jewellery', iban: THIEFS }, changed);
    expect(retitled.changed_by).toHaveLength(2);
    for (const actor of [ayesha, bilal]) {
      expect(await refusalOf(approve(actor, await now(account)))).toMatchObject({ code: 'validation_failed' });
    }
    expect(await payable()).toEqual([OLD]);
  });

  test('by approving a hidden account that they changed and another owner shows', async () => {
    const hidden = await save(ayesha, { iban: THIEFS, is_shown: false }, account);
    await wait('1 day');
    const shown = await save(bilal, { iban: THIEFS, is_shown: true }, await now(hidden));
    expect(await refusalOf(approve(ayesha, shown))).toMatchObject({ code: 'validation_failed' });
  });

  test('by changing it after another owner has looked at it', async () => {
    const seen = await save(ayesha, { iban: OTHER }, account);
    await save(ayesha, { iban: THIEFS }, seen);
    expect(await refusalOf(approve(bilal, seen))).toMatchObject({ code: 'edited_meanwhile' });
    expect(await payable()).toEqual([OLD]);
  });

  test('by a second factor that they have just switched on, or a code that was used', async () => {
    const nida = await owner('nida', '59 minutes');
    const waiting = await save(nida, { iban: THIEFS }, account, 5);
    expect(waiting).toMatchObject({ waits_until: expect.any(String), customers_see: { iban: OLD } });
    expect(await refusalOf(approve(nida, waiting, 6))).toMatchObject({ code: 'validation_failed' });
    const code = newCode();
    const changed = await save(ayesha, { title: 'Naqsh Jewels', iban: OLD }, waiting, code);
    expect(await refusalOf(save(ayesha, { iban: THIEFS }, changed, code))).toMatchObject({ code: 'second_factor_wrong' });
    expect(await payable()).toEqual([OLD]);
  });

  test('by a code that nobody has used up', async () => {
    const [row] = await shop<{ saved: Account }[]>`
      select public.save_bank_account(${account.id}, ${shop.json({ ...FIELDS, iban: THIEFS })}, ${ayesha}, ${account.updated_at}, ${newCode()}) as saved`;
    expect(row?.saved).toMatchObject({ waits_until: expect.any(String), customers_see: { iban: OLD } });
  });

  test.each([
    ['an owner for 23 hours, with an old change', '23 hours', '2 days'],
    ['an owner since the change', '3 days', '4 days'],
  ])('by somebody new: %s approves nothing', async (_, since, age) => {
    const changed = await save(ayesha, { iban: THIEFS }, account);
    await database.owner`update public.bank_accounts set changed_at = now() - ${age}::interval where true`;
    const nida = await owner('nida', '1 day', since);
    expect(await refusalOf(approve(nida, await now(changed)))).toMatchObject({ code: 'owner_too_new' });
    expect(await payable()).toEqual([OLD]);
  });

  test('by the second factor of somebody new, or of somebody who was made an owner again or let in again', async () => {
    const nida = await owner('nida', '2 hours', '23 hours');
    expect(await save(nida, { iban: THIEFS }, account, newCode())).toMatchObject({ waits_until: expect.any(String) });
    await database.owner`update public.staff set role = 'desk' where id = ${bilal}`;
    await database.owner`update public.staff set role = 'owner' where id = ${bilal}`;
    expect(await refusalOf(approve(bilal, await now(account)))).toMatchObject({ code: 'owner_too_new' });
    await database.owner`update public.staff set owner_since = now() - interval '2 days' where id = ${bilal}`;
    await shop`select public.set_staff_active(${bilal}, false, ${ayesha})`;
    await shop`select public.set_staff_active(${bilal}, true, ${ayesha})`;
    expect(await refusalOf(approve(bilal, await now(account)))).toMatchObject({ code: 'owner_too_new' });
    expect(await payable()).toEqual([OLD]);
  });

  test('as a member, or as an owner who was locked out', async () => {
    await database.owner`update public.staff set role = 'manager' where id = ${ayesha}`;
    const calls = [
      () => save(ayesha, { iban: THIEFS }, account),
      () => save(ayesha, { iban: THIEFS }),
      () => approve(ayesha, account),
      () => remove(ayesha, account),
      () => shop`select public.order_bank_accounts(${[account.id]}, ${ayesha})`,
      () => shop`select public.list_bank_accounts(${ayesha})`,
    ];
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code: 'owner_only' });
    expect(await payable()).toEqual([OLD]);
  });
});

describe('a change of an account', () => {
  const mails = () =>
    database.owner<
      { recipient: string; payload: { what: string; account: { iban: string }; former: { iban: string } | null } }[]
    >`
      select recipient, payload from public.mail_outbox where kind = 'bank_account' order by created_at, recipient`;

  test('is mailed once to every owner, the one who made it too', async () => {
    const account = await standing();
    await database.owner`delete from public.mail_outbox where true`;
    const changed = await save(ayesha, { iban: THIEFS }, account);
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient.split('-')[0])).toEqual(['ayesha', 'bilal']);
    expect(sent[0]?.payload).toMatchObject({ what: 'changed', account: { iban: THIEFS }, former: { iban: OLD } });
    // What changed nothing, the order and an approval say nothing new.
    await save(ayesha, { iban: THIEFS }, changed);
    await approve(bilal, changed);
    await shop`select public.order_bank_accounts(${[account.id]}, ${ayesha})`;
    expect(await mails()).toHaveLength(2);
  });

  test('is mailed to an owner who was locked out just before, and not to one who left long ago', async () => {
    const account = await standing();
    const left = await owner('left');
    await database.owner`update public.staff set is_active = false, sessions_from = now() - interval '2 days' where id = ${left}`;
    await shop`select public.set_staff_active(${bilal}, false, ${ayesha})`;
    await database.owner`delete from public.mail_outbox where true`;
    await save(ayesha, { iban: THIEFS }, account);
    expect((await mails()).map(({ recipient }) => recipient.split('-')[0])).toEqual(['ayesha', 'bilal']);
  });

  test('is in the audit log with who made it, and so is what is done past the API', async () => {
    const account = await standing();
    const [start] = await database.owner<{ now: string }[]>`select clock_timestamp()::text as now`;
    const changed = await save(ayesha, { iban: THIEFS }, account);
    await approve(bilal, changed);
    await database.owner`update public.bank_accounts set title = 'By hand' where true`;
    await remove(bilal, account);
    const entries = await database.owner<{ name: string; subject: string; before: object; after: object }[]>`
      select split_part(actor_name, '-', 1) as name, subject, before, after from public.audit_log
       where created_at > ${start?.now ?? ''}::timestamptz order by created_at, id`;
    expect(entries).toMatchObject([
      { name: 'ayesha', subject: 'bank account Naqsh', before: { iban: OLD }, after: { iban: THIEFS } },
      { name: 'bilal', before: { customersSeeItFrom: expect.any(String) } },
      { name: 'Command line', before: { title: 'Naqsh' }, after: { title: 'By hand' } },
      { name: 'bilal', subject: 'bank account By hand', before: { iban: THIEFS }, after: {} },
    ]);
  });

  test('to an IBAN that another account has is refused, and so is an eleventh account', async () => {
    const account = await standing();
    const other = await save(ayesha, { iban: OTHER });
    expect(await refusalOf(save(ayesha, {}))).toMatchObject({ code: 'validation_failed' });
    expect(await refusalOf(save(ayesha, { iban: OLD }, other))).toMatchObject({ code: 'validation_failed' });
    const added = Array.from({ length: 12 }, (_, n) => save(ayesha, { iban: `PK36SCBL00000000000000${n + 10}` }));
    const settled = await Promise.allSettled(added);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(await now(account)).toBeDefined();
  });
});

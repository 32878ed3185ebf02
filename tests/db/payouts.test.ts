import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { type Arrived, approve, arrived, askedFor, decline, pageOf, receive, settle } from './calls/return-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(8);

const WALLET = { method: 'jazzcash', title: 'Ayesha Khan', account: '03001234567' };
const BANK = { method: 'bank', title: 'Ayesha Khan', account: 'PK36SCBL0000001123456702' };

let phones = 0;

/** A piece that has arrived. */
async function bought(): Promise<Arrived> {
  phones += 1;
  const product = await addProduct(shop, { stock: 10, price: 1000 });
  return arrived(shop, [{ product, quantity: 2 }], { customerPhone: `+92313${String(1_000_000 + phones)}` });
}

const name = ({ order, key }: Arrived, { id }: { id: string }, payout: object) =>
  shop`select public.name_payout(${order.order_number}, ${key}, ${id}, ${shop.json(payout as never)})`;

const rowOf = async ({ id }: { id: string }) =>
  (await shop`select method, title, account from public.return_payouts where request_id = ${id}`)[0];

const requestOnPage = async (one: Arrived) => (await pageOf(shop, one)).returns?.requests[0];

const notesOf = async ({ order }: Arrived) =>
  (
    await shop`select note from public.order_events where order_id = ${order.id} and note like '%the customer wants the money%'`
  ).map(({ note }) => note);

test('the page shows the end of an account alone, and the timeline each change of it', async () => {
  const one = await bought();
  const request = await askedFor(shop, one);
  await name(one, request, WALLET);
  await name(one, request, WALLET);
  await name(one, request, BANK);
  expect(await rowOf(request)).toEqual(BANK);
  const page = await requestOnPage(one);
  expect(page?.payout).toMatchObject({ method: 'bank', last_four: '6702' });
  expect(JSON.stringify(await pageOf(shop, one))).not.toContain('SCBL');
  expect(await notesOf(one)).toEqual([
    `${request.return_number}: the customer wants the money by JazzCash •••4567`,
    `${request.return_number}: the customer wants the money by a bank account •••6702, no longer by JazzCash •••4567`,
  ]);
});

test('whoever has a request open to pay it meets another version once its account is another one', async () => {
  const one = await bought();
  const request = await askedFor(shop, one);
  await approve(shop, request, { comesBack: true });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  const [seen] = await shop`select updated_at from public.return_requests where id = ${request.id}`;
  await name(one, request, WALLET);
  const settlement = shop.json({ method: 'wallet', reference: 'T1' });
  const paid = shop`select public.settle_return(${request.id}, ${settlement}, null, null, ${seen?.['updated_at']})`;
  expect(await refusalOf(paid)).toMatchObject({ code: 'edited_meanwhile' });
});

test.each(['declined', 'settled', 'for store credit'] as const)('a request that is %s takes no account', async (state) => {
  const one = await bought();
  const request = await askedFor(shop, one, state === 'for store credit' ? { outcome: 'store_credit' } : {});
  if (state === 'declined') await decline(shop, request);
  if (state === 'settled') {
    await approve(shop, request);
    await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
    await settle(shop, request);
  }
  expect((await requestOnPage(one))?.may_name_payout).toBe(false);
  expect(await refusalOf(name(one, request, WALLET))).toMatchObject({ code: 'payout_not_open' });
  expect(await rowOf(request)).toBeUndefined();
});

test('an exchange takes an account as long as something of its worth is left to pay', async () => {
  const one = await bought();
  const exchange = async (price: number) => {
    const wanted = await addProduct(shop, { stock: 10, price });
    const items = [{ itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: wanted.id } }];
    const request = await askedFor(shop, one, { kind: 'exchange', outcome: 'exchange', items });
    expect(await refusalOf(name(one, request, WALLET))).toMatchObject({ code: 'payout_not_open' });
    await approve(shop, request, { outcome: 'exchange', charges: 0 });
    return request;
  };
  expect(await refusalOf(name(one, await exchange(1000), WALLET))).toMatchObject({ code: 'payout_not_open' });
  const cheaper = await exchange(400);
  await name(one, cheaper, WALLET);
  expect(await rowOf(cheaper)).toEqual(WALLET);
});

test('another order’s request, and a shape that no money reaches, are refused', async () => {
  const one = await bought();
  const other = await bought();
  const request = await askedFor(shop, one);
  expect(await refusalOf(name(other, request, WALLET))).toMatchObject({ code: 'return_not_found' });
  expect(await refusalOf(name({ ...one, key: 'wrong' }, request, WALLET))).toMatchObject({ code: 'order_page_not_found' });
  await expect(name(one, request, { ...BANK, account: '03001234567' })).rejects.toThrow('return_payouts_account_shape');
});

test('accounts that are named at once leave one', async () => {
  const one = await bought();
  const request = await askedFor(shop, one);
  const { done } = await race(8, (n) => name(one, request, { ...WALLET, account: `0300123456${n}` }));
  expect(done).toHaveLength(8);
  expect((await requestOnPage(one))?.payout?.last_four).toMatch(/^456\d$/);
});

test('the page says what was sent and under which number, until it is taken back', async () => {
  const one = await bought();
  const request = await askedFor(shop, one);
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await settle(shop, request, 'wallet', null, null, 'T260042');
  expect((await requestOnPage(one))?.paid).toMatchObject({ amount: 1000, method: 'wallet', reference: 'T260042' });
  await shop`select shop.take_back(p, 'Sent twice') from public.payments p where p.order_id = ${one.order.id} and p.kind = 'refund'`;
  expect((await requestOnPage(one))?.paid).toBeNull();
});

test('an account goes 90 days after its request has ended, and not before', async () => {
  const [ended, open] = [await bought(), await bought()];
  const [done, waiting] = [await askedFor(shop, ended), await askedFor(shop, open)];
  await name(ended, done, WALLET);
  await name(open, waiting, WALLET);
  await decline(shop, done);
  const age = (days: number) =>
    database.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update public.return_decisions set created_at = now() - ${`${days} days`}::interval`;
    });
  await age(89);
  await shop`select public.purge_expired()`;
  expect(await rowOf(done)).toEqual(WALLET);
  await age(91);
  await shop`select public.purge_expired()`;
  expect([await rowOf(done), await rowOf(waiting)]).toEqual([undefined, WALLET]);
});

test('where to send pieces is said with the approval, and for two weeks at least', async () => {
  const one = await bought();
  const request = await askedFor(shop, one);
  expect((await requestOnPage(one))?.send_back).toBeNull();
  await shop`update shop.return_terms set ends_at = now() + interval '1 day' where order_id = ${one.order.id}`;
  await approve(shop, request);
  const [row] = await shop`select shop.start_of_day(shop.day_of(now()) + 15) - interval '1 second' as by`;
  const sent = (await requestOnPage(one))?.send_back;
  expect([sent?.to, Date.parse(sent?.by ?? '')]).toEqual([null, row?.['by'].getTime()]);
  await shop`update public.return_address set recipient = 'Naqsh', phone = '042 111', address = '12 Mall Road', city = 'Lahore' where true`;
  expect((await requestOnPage(one))?.send_back?.to).toMatchObject({ city: 'Lahore' });
  await expect(shop`update public.return_address set city = '' where true`).rejects.toThrow('return_address_whole');
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  expect((await requestOnPage(one))?.send_back).toBeNull();
});

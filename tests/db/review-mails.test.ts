import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { approve, askedFor, decline, receive, setPolicy, settle } from './calls/return-calls.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);

let ring: ProductRow;
let chain: ProductRow;
let people = 0;

beforeEach(async () => {
  await database.owner`truncate mail_outbox, shop.review_requests, shop.review_refusals`;
  await shop`update shop_settings set content = content - 'reviewMails' where id`;
  await shop`update limits set mails_per_recipient = 12, mails_per_day = 90 where true`;
  ring = await addProduct(shop, { stock: 100 });
  chain = await addProduct(shop, { stock: 100 });
});

/** An order of somebody new that was delivered so many days before the noon that `queue` asks at. */
async function deliver(days: number, changes: Record<string, string> = {}, products = [ring, chain]): Promise<PlacedOrder> {
  people += 1;
  const customer = { customerPhone: `+9230012${String(people).padStart(5, '0')}`, customerEmail: `buyer-${people}@example.com` };
  const lines = products.map((product) => ({ product }));
  const order = await placeOrder(shop, orderFor(lines, { ...customer, ...changes }));
  await setStatus(shop, order, 'delivered');
  await shop`update shop.review_requests set delivered_at = ${noon}::timestamptz - make_interval(days => ${days}) where order_id = ${order.id}`;
  return order;
}

const [{ noon } = { noon: '' }] = await shop<{ noon: string }[]>`
  select (((now() at time zone 'Asia/Karachi')::date + time '12:00') at time zone 'Asia/Karachi')::text as noon`;

/** What is written at noon, or so much later. */
async function queue(later = '0 hours'): Promise<number> {
  const [answer] = await shop<{ n: number }[]>`select queue_review_mails(${noon}::timestamptz + ${later}::interval) as n`;
  return answer?.n ?? -1;
}

/** An order as its page is opened. */
async function opened(order: PlacedOrder) {
  const [row] = await shop<{ key: string; items: string[] }[]>`
    select shop.page_key(${order.id}) as key,
           (select array_agg(id order by position) from order_items where order_id = ${order.id}) as items`;
  return { order, key: row?.key ?? '', items: row?.items ?? [] };
}

const written = async () => {
  const mails = await shop`select recipient, payload from mail_outbox where kind = 'review_request' order by created_at, id`;
  return mails.map(({ recipient, payload }) => ({ recipient, pieces: payload.pieces.map((piece: any) => piece.product_id) }));
};
const keep = (rule: { isOn: boolean; days: number }) =>
  shop`update shop_settings set content = content || ${shop.json({ reviewMails: rule })} where id`;

describe('an order', () => {
  test('is asked about once, five days after its delivery, each piece once', async () => {
    const order = await deliver(5, {}, [ring, chain, ring]);
    await deliver(4);
    expect(await queue()).toBe(1);
    expect(await written()).toEqual([{ recipient: `buyer-${people - 1}@example.com`, pieces: [ring.id, chain.id] }]);
    expect(await queue('1 hour')).toBe(0);
    // Delivered again, after a slip of the hand.
    await setStatus(shop, order, 'processing');
    await setStatus(shop, order, 'delivered', null, 'It was there');
    await shop`update shop.review_requests set delivered_at = ${noon}::timestamptz - interval '6 days' where order_id = ${order.id}`;
    expect(await queue('1 hour')).toBe(0);
  });

  test('is asked about once by twenty runs at once', async () => {
    for (let n = 0; n < 5; n += 1) await deliver(6);
    const { done } = await race(20, () => queue());
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(5);
    expect(new Set((await written()).map(({ recipient }) => recipient)).size).toBe(5);
  });

  test('is asked about in the day, not at night in Pakistan', async () => {
    await deliver(6);
    for (const night of ['10 hours', '13 hours', '20 hours']) expect(await queue(night), night).toBe(0);
    expect(await queue('9 hours')).toBe(1);
  });

  test.each(['cancelled', 'shipped'] as const)('that is %s by then is not asked about', async (status) => {
    await setStatus(shop, await deliver(6), status);
    expect(await queue()).toBe(0);
  });

  test('that was deleted, came back or has no address is not asked about, nor one of somebody who gets nothing from us', async () => {
    const [deleted, returned, , blocked] = [
      await deliver(6),
      await deliver(6),
      await deliver(6, { customerEmail: '' }),
      await deliver(6),
    ];
    await shop`update orders set archived_at = now() where id = ${deleted.id}`;
    await shop`insert into shipments (order_id, order_number, status) values (${returned.id}, ${returned.order_number}, 'returned')`;
    await shop`update customers set block = 'do_not_ship' where id = (select customer_id from orders where id = ${blocked.id})`;
    expect(await queue()).toBe(0);
    expect(await written()).toEqual([]);
  });

  test('is not asked about while anything of it is asked back, claimed or under way, and is once that is settled', async () => {
    await setPolicy(shop, { evidence: [] });
    const [back, claimed, exchanged, inTwo] = [await deliver(6), await deliver(6), await deliver(6), await deliver(6)];
    const requests = [];
    for (const [order, kind] of [
      [back, 'return'],
      [claimed, 'claim'],
      [exchanged, 'exchange'],
    ] as const) {
      const one = await opened(order);
      const wanted = kind === 'exchange' ? { productId: chain.id } : undefined;
      const items = [{ itemId: one.items[0] ?? '', quantity: 1, ...(wanted && { wanted }) }];
      requests.push(
        await askedFor(shop, one, {
          kind,
          outcome: wanted ? 'exchange' : 'transfer',
          reason: kind === 'claim' ? 'faulty' : 'other',
          items,
        }),
      );
    }
    const [parcel] = await shop`insert into shipments (order_id, status) values (${inTwo.id}, 'preparing') returning id`;
    expect(await queue()).toBe(0);
    for (const request of requests) await decline(shop, request);
    await shop`update shipments set status = 'delivered' where id = ${parcel?.['id']}`;
    expect(await queue('1 hour')).toBe(4);
  });

  test('is asked about without the pieces that were given back', async () => {
    const order = await deliver(6);
    const one = await opened(order);
    const request = await askedFor(shop, one);
    await approve(shop, request);
    await receive(shop, { order }, [{ itemId: one.items[0], quantity: 1 }]);
    await settle(shop, request);
    expect(await queue()).toBe(1);
    expect((await written()).map(({ pieces }) => pieces)).toEqual([[chain.id]]);
  });

  test('is asked about without the pieces that are gone or reviewed; without any it is not', async () => {
    await deliver(6);
    await deliver(6, {}, [chain]);
    const reviewed = await deliver(6, {}, [ring]);
    const words = { userName: 'Hira', rating: 5, comment: 'Lovely' };
    const [added] =
      await shop`select add_review(${ring.id}, ${shop.json(words)}, ${'0'.repeat(64)}, null, ${reviewed.id}) as review`;
    expect(added?.['review']).toMatchObject({ bought_here: true });
    await shop`update products set archived_at = now() where id = ${chain.id}`;
    expect(await queue()).toBe(1);
    expect((await written()).map(({ pieces }) => pieces)).toEqual([[ring.id]]);
  });
});

describe('the owner', () => {
  test('begins with what the settings say', async () => {
    const [row] = await shop`select shop.review_mail_rule() as rule`;
    expect(row?.['rule']).toEqual(DEFAULT_SETTINGS.reviewMails);
  });

  test('sets the days, and switches the mails off, those that wait included', async () => {
    await keep({ isOn: true, days: 10 });
    await deliver(9);
    expect(await queue()).toBe(0);
    await deliver(10);
    expect(await queue()).toBe(1);
    await keep({ isOn: false, days: 10 });
    await shop`select shop.admit_mails()`;
    expect(await written()).toEqual([]);
    await deliver(10);
    expect(await queue()).toBe(0);
  });

  test('who switches them on late asks about nothing that was due two weeks before', async () => {
    await deliver(20);
    await deliver(18);
    expect(await queue()).toBe(1);
  });

  test.each([{ isOn: true, days: 0 }, { isOn: true, days: 61 }, { isOn: true, days: 1.5 }, { isOn: 'yes', days: 5 }, {}])(
    'cannot store %j',
    async (rule) => {
      await expect(keep(rule as never)).rejects.toThrow('shop_settings_review_mails_valid');
    },
  );
});

describe('who refused', () => {
  test('is asked about no other order of that mailbox, and what waits is dropped', async () => {
    const first = await deliver(6, { customerEmail: 'sana.k@gmail.com' });
    await queue();
    await shop`select refuse_review_mails(${first.id})`;
    await shop`select refuse_review_mails(${first.id})`;
    expect(await written()).toEqual([]);
    await deliver(6, { customerEmail: 'sanak+x@googlemail.com' });
    expect(await queue()).toBe(0);
    await shop`select refuse_review_mails(${'f'.repeat(24)})`;
    const [kept] = await shop`select count(*)::integer as n, min(mailbox_hash) as hash from shop.review_refusals`;
    expect(kept).toMatchObject({ n: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('still gets the mails about orders', async () => {
    await shop`select refuse_review_mails(${(await deliver(6)).id})`;
    const [mail] = await shop`select count(*)::integer as n from mail_outbox where kind = 'order_confirmation'`;
    expect(mail?.n).toBe(1);
  });
});

describe('the mails of a day', () => {
  const admitted = async (kind = 'review_request') => {
    const [row] =
      await shop`select count(*)::integer as n from mail_outbox where admitted_at is not null and kind = ${kind}::shop.mail_kind`;
    return row?.n;
  };
  const others = (count: number, kind = 'order_confirmation') =>
    shop`insert into mail_outbox (kind, recipient, payload) select ${kind}::shop.mail_kind, gen_random_uuid() || '@example.com', '{}' from generate_series(1, ${count})`;
  const ask = async (count: number) => {
    for (let n = 0; n < count; n += 1) await deliver(6);
    await queue();
    await database.owner`delete from mail_outbox where kind = 'order_confirmation'`;
  };

  test('are a twelfth for them at most, and orders lose none of theirs', async () => {
    await ask(12);
    await shop`select shop.admit_mails()`;
    expect(await admitted()).toBe(8);
    await others(200);
    await shop`select shop.admit_mails()`;
    expect(await admitted('order_confirmation')).toBe(75);
    await others(30, 'password_reset');
    await shop`select shop.admit_mails()`;
    expect(await admitted('password_reset')).toBe(15);
  });

  test('go to them only while half of the day is unused, and to everything else first', async () => {
    await ask(3);
    await others(44);
    await shop`select shop.admit_mails()`;
    expect([await admitted('order_confirmation'), await admitted()]).toEqual([44, 1]);
  });

  test('hold one for a mailbox', async () => {
    for (let n = 0; n < 3; n += 1) await deliver(6, { customerEmail: 'sana@example.com' });
    await queue();
    await shop`select shop.admit_mails()`;
    expect(await admitted()).toBe(1);
  });

  test('do not include what was cancelled while its mail waited', async () => {
    const order = await deliver(6);
    await queue();
    await setStatus(shop, order, 'cancelled');
    await shop`select shop.admit_mails()`;
    expect(await written()).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { CHECK_FAILED, NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(12);
const ring = await addProduct(shop, { stock: 1_000 });
let house = 0;

function newOrder(): Promise<PlacedOrder> {
  house += 1;
  return placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `Bank street ${house}` }));
}

interface Line {
  id: string;
  amount: number;
  reference: string;
  state: string;
  order_number: string | null;
  because: string;
}

async function add(lines: { day?: string; amount?: number; reference: string }[]): Promise<{ added: number; known: number }> {
  const sent = lines.map((line) => ({ day: '2026-11-25', amount: 500, ...line }));
  const [row] = await shop<{ answer: { added: number; known: number } }[]>`
    select public.add_statement_lines(${shop.json(sent)}, null) as answer`;
  return row?.answer as { added: number; known: number };
}

async function lines(state = 'open'): Promise<Line[]> {
  const [row] = await shop<
    { page: { items: Line[]; total: number } }[]
  >`select public.list_statement_lines(${state}, 0, 100) as page`;
  expect(row?.page.total).toBe(row?.page.items.length);
  return row?.page.items ?? [];
}

async function newLine(amount = 500): Promise<Line> {
  house += 1;
  await add([{ amount, reference: `line ${house}` }]);
  return (await lines()).find(({ reference }) => reference === `line ${house}`) as Line;
}

async function book(
  matches: { lineId: string; orderNumber: string; isBooked?: 'same' | 'another' }[],
): Promise<(string | null)[]> {
  const [row] = await shop<{ outcomes: { refusal: { code: string } | null }[] }[]>`
    select public.book_statement_lines(${shop.json(matches)}, null) as outcomes`;
  return row?.outcomes.map(({ refusal }) => refusal?.code ?? null) ?? [];
}

/** Of these lines, those in which a number stands, in the spelling that its customer typed. */
async function linesWith(typed: string, written: string[]): Promise<string[]> {
  const found = await shop<{ reference: string }[]>`
    select l.reference from unnest(${written}::text[]) as l (reference)
     where shop.number_stands_in(shop.transaction_key(${typed}), l.reference)`;
  return found.map(({ reference }) => reference);
}

const setAside = ({ id }: Line, reason: string) => shop`select public.set_line_aside(${id}, ${reason}, null)`;

beforeEach(() => database.owner`truncate public.bank_statement_lines, public.settlement_arrivals`);

describe('a line of the statement', () => {
  test('is stored once, however often and with whatever around it is uploaded', async () => {
    const first = [{ reference: 'TID 7001' }, { reference: 'TID-7001', amount: 501 }, { reference: 'TID 7002' }];
    expect(await add(first)).toEqual({ added: 3, known: 0 });
    expect(await add([{ reference: 'tid-7001' }, ...first.slice(1), { reference: 'TID 7003' }])).toEqual({ added: 1, known: 3 });
    expect(await add([{ reference: 'TID 7001', day: '2026-11-26' }])).toEqual({ added: 1, known: 0 });
    expect(await add([{ reference: 'حرا' }, { reference: 'ثنا' }, { reference: '-' }, { reference: '/' }])).toEqual({
      added: 4,
      known: 0,
    });
  });

  test('that a statement has twice is two, and stays two', async () => {
    expect(await add([{ reference: 'Cash' }, { reference: 'Cash' }])).toEqual({ added: 2, known: 0 });
    expect(await add([{ reference: 'Cash' }])).toEqual({ added: 0, known: 1 });
    expect(await add([{ reference: 'Cash' }, { reference: 'Cash' }, { reference: 'Cash' }])).toEqual({ added: 1, known: 2 });
  });

  test('is stored once by uploads at the same time', async () => {
    const sent = Array.from({ length: 50 }, (_, n) => ({ reference: `TID ${n}` }));
    await race(12, () => add(sent));
    expect(await lines()).toHaveLength(50);
  });

  test('stays as the bank wrote it, and is never deleted', async () => {
    const line = await newLine();
    expect(await sqlstateOf(shop`update public.bank_statement_lines set amount = 1 where id = ${line.id}`)).toBe(NOT_ALLOWED);
    expect(await sqlstateOf(shop`delete from public.bank_statement_lines where id = ${line.id}`)).toBe(NOT_ALLOWED);
    expect(await sqlstateOf(add([{ reference: 'out', amount: -5 }]))).toBe(CHECK_FAILED);
  });

  test('is booked once as an advance of its order, with the whole amount', async () => {
    const order = await newOrder();
    const line = await newLine(300);
    const match = { lineId: line.id, orderNumber: order.order_number };
    expect(await book([match])).toEqual([null]);
    expect(await book([match])).toEqual(['line_decided']);
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 300, due: order.total_amount - 300 });
    expect(await lines('booked')).toMatchObject([{ order_number: order.order_number, state: 'booked' }]);
    const [payment] = await shop`select method, reference from public.payments where order_id = ${order.id} and kind = 'advance'`;
    expect(payment).toEqual({ method: 'bank_transfer', reference: '' });
  });

  test('is booked as the transfer that the customer told of, by its number, and no number counts twice', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    for (const [{ id }, reference] of [
      [order, '7001-9999'],
      [order, '8002 8888'],
      [other, '9003 7777'],
    ] as const) {
      await shop`insert into public.advance_claims (order_id, reference, reference_key)
        values (${id}, ${reference}, shop.transaction_key(${reference}))`;
    }
    await add([
      { reference: 'RAAST 80028888 HIRA' },
      { reference: '70019999' },
      { reference: '80028888', amount: 40 },
      { reference: 'Cash', amount: 41 },
    ]);
    const of = async (text: string) => (await lines()).find(({ reference }) => reference === text)?.id ?? '';
    const bookFor = async (text: string, { order_number: orderNumber }: PlacedOrder) =>
      book([{ lineId: await of(text), orderNumber }]);
    expect(await bookFor('RAAST 80028888 HIRA', order)).toEqual([null]);
    const claims = () =>
      shop`select reference, state from public.advance_claims where order_id in (${order.id}, ${other.id}) order by reference`;
    expect(await claims()).toMatchObject([{ state: 'sent' }, { reference: '8002 8888', state: 'received' }, { state: 'sent' }]);
    expect(await bookFor('80028888', await newOrder())).toEqual(['validation_failed']);
    // The only one that waits, whatever the bank wrote.
    expect(await bookFor('Cash', other)).toEqual([null]);
    expect(await claims()).toMatchObject([
      { state: 'sent' },
      { state: 'received' },
      { reference: '9003 7777', state: 'received' },
    ]);
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 500 });
  });

  test.each([
    ['7001234567', '7001234567'],
    ['Hira · FT-2611/25001', 'FT-2611/25001'],
    ['RAAST 7001234567', ''],
    ['03001234567 · PK36SCBL0000001123456702 · ORD-100421', ''],
  ])('has the transaction number that stands in it alone (%j: %j)', async (reference, number) => {
    const [row] = await shop`select shop.transaction_number_in(${reference}) as number`;
    expect(row?.number).toBe(number);
  });

  test('is booked once by many who confirm it at the same time, for different orders, too', async () => {
    const orders = await Promise.all([newOrder(), newOrder()]);
    const line = await newLine(300);
    await race(24, (call) => book([{ lineId: line.id, orderNumber: orders[call % 2]?.order_number ?? '' }]));
    const sums = await Promise.all(orders.map((order) => sumsOf(shop, order)));
    expect(sums.reduce((total, { advance }) => total + advance, 0)).toBe(300);
  });

  test('that is refused stops no other', async () => {
    const [order, gone] = [await newOrder(), await newOrder()];
    await setStatus(shop, gone, 'shipped');
    const [one, two, three, four] = [
      await newLine(300),
      await newLine(300),
      await newLine(order.total_amount),
      await newLine(300),
    ];
    const outcomes = await book([
      { lineId: one.id, orderNumber: order.order_number },
      { lineId: two.id, orderNumber: gone.order_number },
      { lineId: four.id, orderNumber: 'ORD-99' },
      { lineId: 'f'.repeat(24), orderNumber: order.order_number },
    ]);
    expect(outcomes.toSorted()).toEqual([null, 'order_not_found', 'statement_line_not_found', 'order_left'].toSorted());
    expect(await book([{ lineId: three.id, orderNumber: order.order_number }])).toEqual(['more_than_due']);
    expect(await lines()).toHaveLength(3);
  });

  test('is open again when its payment is taken back', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    const line = await newLine(300);
    await book([{ lineId: line.id, orderNumber: order.order_number }]);
    await shop`select shop.take_back(p, 'Wrong order') from public.payments p where p.order_id = ${order.id} and p.kind = 'advance'`;
    expect(await lines()).toMatchObject([{ id: line.id, state: 'open', order_number: null }]);
    expect(await book([{ lineId: line.id, orderNumber: other.order_number }])).toEqual([null]);
    expect(await sumsOf(shop, other)).toMatchObject({ advance: 300 });
  });

  test('is set aside for a reason, opened again, and not once it is booked', async () => {
    const line = await newLine(300);
    await setAside(line, 'The rent of the shop');
    expect(await lines('set_aside')).toMatchObject([{ because: 'The rent of the shop' }]);
    const order = await newOrder();
    expect(await book([{ lineId: line.id, orderNumber: order.order_number }])).toEqual(['line_decided']);
    await setAside(line, '');
    expect(await book([{ lineId: line.id, orderNumber: order.order_number }])).toEqual([null]);
    expect(await refusalOf(setAside(line, 'Oh'))).toMatchObject({ code: 'line_decided' });
  });
});

test('orders that money is due for are expected by sum and by number, and only before they leave', async () => {
  const [order, shipped] = [await newOrder(), await newOrder()];
  await setStatus(shop, shipped, 'shipped');
  const expected = async (amounts: number[], numbers: string[]) => {
    const [row] = await shop<{ expected: { order_number: string; sums: number[] }[] }[]>`
      select public.expected_transfers(${amounts}, ${numbers}, '[]') as expected`;
    return row?.expected.filter(({ order_number: number }) => [order, shipped].some((known) => known.order_number === number));
  };
  expect(await expected([order.total_amount], [])).toMatchObject([
    { order_number: order.order_number, sums: [order.total_amount] },
  ]);
  expect(await expected([], [order.order_number, shipped.order_number])).toHaveLength(1);
  expect(await expected([1], [])).toEqual([]);
});

describe('a number that a customer sent', () => {
  test.each([
    ['7001234567', 'RAAST 7001-234 567 HIRA'],
    ['TID: 7001234567', 'FT7001234567'],
    ['۷۰۰۱۲۳۴۵۶۷', 'IBFT 7001234567, Hira'],
    ['7OOI234567', '7001234567'],
  ])('%s is found in %s', async (typed, written) => {
    expect(await linesWith(typed, [written, 'IBFT 7001234568'])).toEqual([written]);
  });

  test.each([
    ['is a word that stands in many lines', 'Easypaisa', 'EASYPAISA TRANSFER 7001234567'],
    ['is a word that stands in many lines', 'TRANSFER', 'TRANSFER'],
    ['is too short', '70012', 'TID 70012'],
    ['is the beginning of another', '700123', 'TID 7001234567'],
    ['is the end of another', '234567', 'TID 7001234567'],
    ['is a phone', '0300 1234567', 'FROM 03001234567'],
    ['is a phone', '+92 300 1234567', 'FROM 923001234567'],
    ['is an IBAN', 'PK24HABB0012345678901234', 'FROM PK24HABB0012345678901234'],
    ['is an account of the shop', '0099 1122 3344', 'TO 009911223344'],
  ])('counts for no line where it %s: %s', async (_, typed, written) => {
    await database.owner`
      insert into public.bank_accounts (title, bank_name, iban, position, counts_from)
      values ('Naqsh', 'HBL', 'PK24HABB0000009911223344', 1, now()) on conflict do nothing`;
    expect(await linesWith(typed, [written])).toEqual([]);
  });

  test('names the line in which it stands, whatever else its customer sent', async () => {
    const order = await newOrder();
    await newLine();
    await add([{ reference: 'RAAST 7009 123 456' }, { reference: 'EASYPAISA 11' }]);
    const open = await lines();
    for (const typed of ['Easypaisa', '7009123456'])
      await shop`insert into public.advance_claims (order_id, reference, reference_key)
                 values (${order.id}, ${typed}, shop.transaction_key(${typed}))`;
    const sent = open.map(({ id, reference }) => ({ id, reference }));
    const [row] = await shop<{ expected: { order_number: string; named_by: string[] }[] }[]>`
      select public.expected_transfers('{}', '{}', ${shop.json(sent)}) as expected`;
    const named = row?.expected.find(({ order_number: number }) => number === order.order_number)?.named_by;
    expect(named).toEqual(open.filter(({ reference }) => reference.startsWith('RAAST')).map(({ id }) => id));
  });
});

describe('a transfer that was booked by hand before its line came', () => {
  /** What staff say when they have seen it in the account. */
  async function byHand(order: PlacedOrder, changes: { amount?: number; reference?: string; isMore?: boolean } = {}) {
    const seen = { amount: 300, method: 'bank_transfer', reference: '', ...changes };
    await shop`select public.verify_transfer(${order.id}, ${shop.json(seen)}, null)`;
  }
  const today = async (reference: string, amount = 300): Promise<Line & { booked_before: object | null }> => {
    const [row] = await shop<{ day: string }[]>`select (now() at time zone 'Asia/Karachi')::date::text as day`;
    await add([{ day: row?.day as string, amount, reference }]);
    return (await lines()).find((line) => line.reference === reference) as never;
  };

  test('is known by its number, or that of its order, and is booked once', async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    await byHand(one, { reference: '9001234567' });
    await byHand(two);
    const byNumber = await today('RAAST 9001 234 567');
    const byOrder = await today(`IBFT ${two.order_number}`);
    expect(byNumber.booked_before).toMatchObject({ orderNumber: one.order_number, isSure: true });
    expect(byOrder.booked_before).toMatchObject({ orderNumber: two.order_number, isSure: true });
    for (const [line, order] of [
      [byNumber, one],
      [byOrder, two],
    ] as const) {
      expect(await book([{ lineId: line.id, orderNumber: order.order_number }])).toEqual(['transfer_booked']);
      expect(await book([{ lineId: line.id, orderNumber: order.order_number, isBooked: 'same' }])).toEqual([null]);
      expect(await sumsOf(shop, order)).toMatchObject({ advance: 300 });
    }
    const booked = (await lines('booked')).map(({ order_number: number }) => number);
    expect(booked.toSorted()).toEqual([one.order_number, two.order_number]);
  });

  test('without a number is asked about by its sum and day, and may be another', async () => {
    const order = await newOrder();
    await byHand(order, { amount: 310 });
    const [same, another] = [await today('IBFT a', 310), await today('IBFT b', 310)];
    expect(same.booked_before).toMatchObject({ orderNumber: order.order_number, isSure: false });
    expect(await book([{ lineId: same.id, orderNumber: order.order_number }])).toEqual(['transfer_booked']);
    expect(await book([{ lineId: another.id, orderNumber: order.order_number, isBooked: 'another' }])).toEqual([null]);
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 620 });
    expect(await book([{ lineId: same.id, orderNumber: order.order_number, isBooked: 'same' }])).toEqual([null]);
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 620 });
  });

  test('is no other sum, of no other day or order, and has one line', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    await byHand(order, { amount: 320 });
    await add([{ day: '2026-10-25', amount: 320, reference: 'of old' }]);
    expect(await lines()).toMatchObject([{ booked_before: null }]);
    expect((await today('IBFT c', 319)).booked_before).toBeNull();
    const line = await today('IBFT d', 320);
    expect(await book([{ lineId: line.id, orderNumber: other.order_number, isBooked: 'same' }])).toEqual(['transfer_not_found']);
    expect(await book([{ lineId: line.id, orderNumber: order.order_number, isBooked: 'same' }])).toEqual([null]);
    expect((await today('IBFT e', 320)).booked_before).toBeNull();
  });

  test('is not booked by hand twice unless somebody says that as much arrived once more', async () => {
    const order = await newOrder();
    await byHand(order, { reference: '9001234999' });
    expect(await refusalOf(byHand(order))).toMatchObject({ code: 'validation_failed' });
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 300 });
    // Two numbers are two transfers.
    await byHand(order, { reference: '9001234998' });
    await byHand(order, { isMore: true });
    expect(await sumsOf(shop, order)).toMatchObject({ advance: 900 });
  });
});

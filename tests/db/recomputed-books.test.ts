import { expect, test } from 'vitest';
import { compareBooks } from '#scripts/books/compare.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { customerOf, giveCredit, recordAdvance, refundOrder } from './calls/payment-calls.ts';
import { approve, arrived, askedFor, receive, settle } from './calls/return-calls.ts';
import { bookFile, fileOf, returnOf, rowOf, undoFile } from './calls/settlement-calls.ts';
import { createPurchaseOrder, setPurchaseStatus, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 1000, price: 1234.5 });
const courier = await addCourier(owner, 'generic', 'Kangaroo');

const buy = () => placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { customerPhone: newPhone() }));

/** Sends an order by parcels with these tracking numbers; a second one collects 500. Gives their ids. */
async function send({ id }: PlacedOrder, ...numbers: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, trackingNumber] of numbers.entries()) {
    const collect = place === 1 ? { collect: 500 } : {};
    const [row] = await shop<{ id: string }[]>`
      select public.create_shipment(${shop.json({ orderId: id, carrier: 'Kangaroo', trackingNumber, ...collect })}) ->> 'id' as id`;
    ids.push(row?.id ?? '');
  }
  for (const parcel of ids) await setShipmentStatus(shop, { id: parcel }, 'in_transit');
  return ids;
}

const arrive = async (...parcels: string[]) => {
  for (const id of parcels) await setShipmentStatus(shop, { id }, 'delivered');
};

const paid = await buy();
await arrive(...(await send(paid, 'K-1')));
const short = await buy();
await arrive(...(await send(short, 'K-2')));
const unpaid = await buy();
await arrive(...(await send(unpaid, 'K-3')));
const inParts = await buy();
const [first = '', second = ''] = await send(inParts, 'K-4', 'K-5');
await arrive(first);
await setShipmentStatus(shop, { id: second }, 'returned');
const taxes = { income_tax: 24.69, sales_tax: 24.69 };
await undoFile(shop, await bookFile(shop, courier, fileOf([rowOf('K-1', paid.total_amount)])));
await bookFile(
  shop,
  courier,
  fileOf([rowOf('K-1', paid.total_amount, taxes), rowOf('K-2', 2000, taxes), returnOf('K-5'), rowOf('K-UNKNOWN', 700)], {
    reference: 'KGR-2',
  }),
);
await refundOrder(shop, paid, 100, 'cash');
const cancelled = await buy();
await recordAdvance(shop, cancelled, 300);
await setStatus(shop, cancelled, 'cancelled');
const returned = await arrived(shop, [{ product: ring, quantity: 2 }], { customerPhone: newPhone() });
await approve(shop, await askedFor(shop, returned));
await receive(shop, returned, [{ itemId: returned.items[0], quantity: 1 }]);
const repaid = await arrived(shop, [{ product: ring, quantity: 1 }], { customerPhone: newPhone() });
const request = await askedFor(shop, repaid);
await approve(shop, request);
await receive(shop, repaid, [{ itemId: repaid.items[0], quantity: 1 }]);
await settle(shop, request);
await giveCredit(shop, await customerOf(shop, paid), 250);
await setPurchaseStatus(shop, await createPurchaseOrder(shop, [{ product: ring, quantity: 7, unitCost: 33.33 }]), 'received');
await owner`select public.book_expense(jsonb_build_object('expense', 'wages', 'spentOn', shop.day_of(now()), 'amount', 900, 'method', 'bank_transfer',
                                                    'reference', '', 'reason', ''), null)`;
await owner`select public.pay_supplier((select s.id from public.suppliers s), 100, 'raast', '', '', null)`;
await owner`
  insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
  select s.id, ${courier}, s.shipment_number, 0, 200, 'K-5', 'booked', now() from public.shipments s where s.id = ${second}`;
await owner`insert into public.courier_claims (booking_id, amount, deadline) select b.id, 900, '2026-12-31' from public.courier_bookings b`;

const compare = () => compareBooks(async (statement) => [...(await owner.unsafe(statement))]);

test('what the shop reports of its money is what its rows come to', async () => {
  const { figures, differences } = await compare();
  expect(differences).toEqual([]);
  expect(figures).toBeGreaterThan(50);
});

/** Changes past all guards, what each is undone by, and where it has to be seen. */
const PLANTED: [name: string, plant: string, undo: string, figures: RegExp[]][] = [
  [
    'a parcel that nobody looks at any more',
    `delete from shop.courier_cash c using public.orders o where o.id = c.order_id and o.order_number = '${unpaid.order_number}'`,
    `insert into shop.courier_cash (order_id, number, is_by_file, payments)
       select s.order_id, s.shipment_number, false, 1 from public.shipments s where s.tracking_number = 'K-3'`,
    [/^with couriers, Kangaroo, ORD-\d+ SHP-\d+$/, /^with couriers, Kangaroo, together$/],
  ],
  [
    'an order that says it collected more',
    `update public.orders set collected = collected + 1 where id = '${paid.id}'`,
    `update public.orders set collected = collected - 1 where id = '${paid.id}'`,
    [/^order ORD-\d+, received$/, /^sales 20\d\d-\d\d, net$/, /^sales 20\d\d-\d\d, went back$/],
  ],
  [
    'a cash payment of another sum',
    `update public.payments set amount = amount - 10 where order_id = '${unpaid.id}'`,
    `update public.payments set amount = amount + 10 where order_id = '${unpaid.id}'`,
    [/^order ORD-\d+, due$/, /^order ORD-\d+, received$/],
  ],
  [
    'a supplier of whom one piece less is said to have come',
    'update public.purchase_order_items set received = received - 1 where received > 0',
    'update public.purchase_order_items set received = received + 1 where received > 0',
    [/^owed to supplier /],
  ],
  [
    'a line of a file with less cash',
    `update public.settlement_lines set cod = cod - 5, net = net - 5 where tracking_number = 'K-UNKNOWN'`,
    `update public.settlement_lines set cod = cod + 5, net = net + 5 where tracking_number = 'K-UNKNOWN'`,
    [/^file KGR-2 of Kangaroo, booked, net$/],
  ],
  [
    'a file that moved more into the bank',
    `update public.payments set amount = amount + 7 where kind = 'settled' and to_account = 'bank' and reference = 'KGR-2'`,
    `update public.payments set amount = amount - 7 where kind = 'settled' and to_account = 'bank' and reference = 'KGR-2'`,
    [/^file KGR-2 of Kangaroo, booked, into the bank$/],
  ],
  [
    'a piece of another price',
    `update public.order_items set price = price + 1 where order_id = '${short.id}'`,
    `update public.order_items set price = price - 1 where order_id = '${short.id}'`,
    [
      /^account customers_due$/,
      /^account sales$/,
      /^order ORD-\d+, due$/,
      /^order ORD-\d+, total$/,
      /^sales 20\d\d-\d\d, delivered$/,
      /^sales 20\d\d-\d\d, net$/,
      /^sales 20\d\d-\d\d, ordered$/,
    ],
  ],
  [
    'a share of a parcel that came back',
    `update shop.parcel_sums set collect = collect + 3 where shipment_id = '${second}'`,
    `update shop.parcel_sums set collect = collect - 3 where shipment_id = '${second}'`,
    [
      /^account refunds_owed$/,
      /^account returned$/,
      /^refunds owed, ORD-\d+$/,
      /^sales 20\d\d-\d\d, delivered$/,
      /^sales 20\d\d-\d\d, net$/,
    ],
  ],
  [
    'a sale under another account',
    `update public.order_postings set account = 'delivery' where account = 'sales' and order_id = '${paid.id}'`,
    `update public.order_postings set account = 'sales' where account = 'delivery' and amount < -2000 and order_id = '${paid.id}'`,
    [/^account delivery$/, /^account sales$/],
  ],
  [
    'store credit that nobody gave',
    'update public.customers set credit = credit + 1 where credit > 0',
    'update public.customers set credit = credit - 1 where credit > 1',
    [/^store credit, /],
  ],
];

async function pastGuards(statement: string): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    expect((await sql.unsafe(statement)).count).toBeGreaterThan(0);
  });
}

test.each(PLANTED)('%s is named', async (_, plant, undo, figures) => {
  await pastGuards(plant);
  const { differences } = await compare();
  await pastGuards(undo);
  expect(differences.map(({ figure }) => figure)).toEqual(figures.map((figure) => expect.stringMatching(figure)));
  expect((await compare()).differences).toEqual([]);
});

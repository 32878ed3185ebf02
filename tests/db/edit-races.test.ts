import { afterEach, expect, test, vi } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const EDITORS = 30;

const database = await testPostgres();
const shop = await database.connect(EDITORS);
/** Somebody whose transaction stays open while others come. */
const colleague = await database.connect(1);

// A test that failed half way may have left a transaction open.
afterEach(() => colleague`rollback`);

test('when thirty editors save the same version of an order, one succeeds and the others are refused', async () => {
  const order = await someOrder();
  const updatedAt = await versionOf('orders', order.id);
  const codes = await codesOf((notes) => editOrder(order, notes, updatedAt));
  expect(codes).toEqual([...Array(EDITORS - 1).fill('edited_meanwhile'), 'in time']);
  expect(await notesOf('orders', order.id)).toMatch(/^by \d+$/);
});

test('when thirty editors save the same version of a shipment, one succeeds and the others are refused', async () => {
  const shipment = await createShipment(shop, await someOrder());
  const updatedAt = await versionOf('shipments', shipment.id);
  const codes = await codesOf((notes) => editShipment(shipment, notes, updatedAt));
  expect(codes).toEqual([...Array(EDITORS - 1).fill('edited_meanwhile'), 'in time']);
  expect(await notesOf('shipments', shipment.id)).toMatch(/^by \d+$/);
});

test('an edit during a colleague’s status change waits for it, and is refused', async () => {
  const order = await someOrder();
  const shipment = await createShipment(shop, order);
  const seen = { order: await versionOf('orders', order.id), shipment: await versionOf('shipments', shipment.id) };

  await colleague`begin`;
  await setStatus(colleague, order, 'processing');
  await setShipmentStatus(colleague, shipment, 'failed');
  const edits = Promise.allSettled([editOrder(order, 'too late', seen.order), editShipment(shipment, 'too late', seen.shipment)]);
  await waitingFor(2);
  await colleague`commit`;

  const codes = (await edits).map((end) => (end.status === 'rejected' ? codeOf(end.reason) : 'in time'));
  expect(codes).toEqual(['edited_meanwhile', 'edited_meanwhile']);
  expect([await notesOf('orders', order.id), await notesOf('shipments', shipment.id)]).toEqual(['Order placed via website', '']);
});

test('sorting locks categories by id, whatever order they are sent in', async () => {
  const [low, high] = await twoCategories();
  await colleague`begin`;
  await colleague`select 1 from public.categories where id = ${low} for no key update`;
  const sorting = sort([
    { id: high, order: 1 },
    { id: low, order: 2 },
  ]);
  await waitingFor(1);
  // Were it locked already, a colleague who holds the low one and wants this one would wait for ever.
  await colleague`select 1 from public.categories where id = ${high} for no key update nowait`;
  await colleague`commit`;
  await sorting;
  expect(await placesOf(low, high)).toEqual([2, 1]);
});

test('a sort that waited for another starts from its result, so the last one wins', async () => {
  const [low, high] = await twoCategories();
  await sort([
    { id: low, order: 1 },
    { id: high, order: 2 },
  ]);
  const places = [
    { id: low, order: 7 },
    { id: high, order: 8 },
  ];
  await colleague`begin`;
  await colleague`select public.order_categories(${colleague.json(places)})`;
  // To what they still are for whoever does not wait.
  const sorting = sort([
    { id: low, order: 1 },
    { id: high, order: 2 },
  ]);
  await waitingFor(1);
  await colleague`commit`;
  await sorting;
  expect(await placesOf(low, high)).toEqual([1, 2]);
});

const editOrder = async ({ id }: { id: string }, notes: string, seen: string) =>
  await shop`select public.edit_order(${id}, ${shop.json({ notes })}, null, ${seen})`;

const editShipment = async ({ id }: { id: string }, notes: string, seen: string) =>
  await shop`select public.edit_shipment(${id}, ${shop.json({ notes })}, null, ${seen})`;

/** The code of a refusal, as PostgREST reads it. */
const codeOf = ({ message }: Error): string => JSON.parse(message).code;

/** Starts all edits at once: `in time`, or the code each was refused with. */
async function codesOf(edit: (notes: string) => Promise<unknown>): Promise<string[]> {
  const ends = await Promise.allSettled(Array.from({ length: EDITORS }, (_, editor) => edit(`by ${editor}`)));
  return ends.map((end) => (end.status === 'fulfilled' ? 'in time' : codeOf(end.reason))).toSorted();
}

/** Settles when as many connections wait for a lock. */
async function waitingFor(connections: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await database.owner`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect(waiting).toHaveLength(connections);
    },
    { timeout: 10_000, interval: 10 },
  );
}

async function someOrder() {
  return placeOrder(shop, orderFor([{ product: await addProduct(shop, { stock: 5 }) }]));
}

async function versionOf(table: 'orders' | 'shipments', id: string): Promise<string> {
  const [row] = await shop<{ version: Date }[]>`select updated_at as version from public.${shop(table)} where id = ${id}`;
  return row?.version.toISOString() ?? '';
}

async function notesOf(table: 'orders' | 'shipments', id: string): Promise<string> {
  const [row] = await shop<{ notes: string }[]>`select notes from public.${shop(table)} where id = ${id}`;
  return row?.notes ?? '';
}

async function twoCategories(): Promise<[string, string]> {
  const rows = await shop<{ id: string }[]>`
    insert into public.categories (name, slug) select 'Jhoomar', 'jhoomar-' || gen_random_uuid() from generate_series(1, 2) returning id`;
  const [low = '', high = ''] = rows.map(({ id }) => id).toSorted();
  return [low, high];
}

function sort(places: { id: string; order: number }[]) {
  return shop`select public.order_categories(${shop.json(places)})`.then(() => undefined);
}

async function placesOf(...ids: string[]): Promise<(number | undefined)[]> {
  const rows = await shop<{ id: string; place: number }[]>`select id, sort_order as place from public.categories`;
  return ids.map((id) => rows.find((row) => row.id === id)?.place);
}

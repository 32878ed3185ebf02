import { expect, test } from 'vitest';
import { BOOK_ACCOUNTS } from '#domain/books/contract.ts';
import { DELETABLE_KINDS } from '#domain/deleted/contract.ts';
import { MESSAGE_STATUSES } from '#domain/messages/contract.ts';
import { ORDER_SOURCES } from '#domain/order-sources.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/orders/contract.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { PAYMENT_KINDS } from '#domain/payments/contract.ts';
import { OCCASIONS } from '#domain/products/occasions.ts';
import { PURCHASE_ORDER_STATUSES } from '#domain/purchase-orders/contract.ts';
import { READY_TEXT_KEYS, READY_TEXT_LANGUAGES } from '#domain/ready-texts/ready-texts.ts';
import { SHIPPING_METHODS } from '#domain/shipments/contract.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import { STOCK_CHANGE_KINDS } from '#domain/stock/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

const database = await testPostgres();

/** In their order: a list sorted by status is sorted by it. */
test.each([
  ['order_status', ORDER_STATUSES],
  ['payment_status', PAYMENT_STATUSES],
  ['order_source', ORDER_SOURCES],
  ['purchase_order_status', PURCHASE_ORDER_STATUSES],
  ['shipment_status', SHIPMENT_STATUSES],
  ['shipping_method', SHIPPING_METHODS],
  ['stock_change_kind', STOCK_CHANGE_KINDS],
  ['message_status', MESSAGE_STATUSES],
  ['book_account', BOOK_ACCOUNTS],
  ['payment_kind', PAYMENT_KINDS],
  ['ready_text_key', READY_TEXT_KEYS],
  ['ready_text_language', READY_TEXT_LANGUAGES],
])('shop.%s has the values of the API', async (name, values) => {
  expect(await valuesOf(name)).toEqual([...values]);
});

test('shop.deletable_kind has the values of the API, in an order of its own', async () => {
  expect((await valuesOf('deletable_kind')).toSorted()).toEqual([...DELETABLE_KINDS].toSorted());
});

test('orders take the payment methods of the API', async () => {
  const [{ rule } = { rule: '' }] = await database.owner<{ rule: string }[]>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'orders_payment_method_known'`;
  expect([...rule.matchAll(/'(\w+)'/g)].map(([, method]) => method)).toEqual([...PAYMENT_METHODS]);
});

test('products take the occasions of the API, in their order', async () => {
  expect(await database.owner`select shop.known_occasions() as occasions`).toEqual([{ occasions: [...OCCASIONS] }]);
});

async function valuesOf(type: string): Promise<string[]> {
  const rows = await database.owner<{ enumlabel: string }[]>`
    select e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid
     where t.typname = ${type} and t.typnamespace = 'shop'::regnamespace order by e.enumsortorder`;
  return rows.map(({ enumlabel }) => enumlabel);
}

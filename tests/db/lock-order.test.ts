import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { locksOf, outOfOrder, readShop } from './sweeps/locks.ts';

/** Operations whose text locks in another order than they do. */
const ONLY_IN_THE_TEXT: Record<string, string> = {
  'public.give_credit': 'its payment belongs to no order',
  'public.next_confirmation': 'a claim follows no order; only what overrides the gate does',
};

const { owner } = await testPostgres();
const shop = await readShop(owner);
const locks = locksOf(shop);

test('every operation locks orders, customers, codes and products in this order', () => {
  const wrong = shop.entries.flatMap((name) => {
    const late = outOfOrder(locks(name));
    return late && !(name in ONLY_IN_THE_TEXT) ? [`${name} locks ${late.table} late: ${late.through.join(' > ')}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('placing an order waits for its customer, its code and its products', () => {
  const waits = locks('public.place_order').filter(({ how }) => how === 'asked');
  expect([...new Set(waits.map(({ table }) => table))]).toEqual(['customers', 'discount_codes', 'products']);
});

test('a lock that comes late is found, whether a function asks for it or a change brings it about', () => {
  const asked = (table: 'orders' | 'customers') => ({ table, how: 'asked' as const, through: [] });
  const changed = (table: 'orders' | 'customers') => ({ table, how: 'changed' as const, through: [] });
  expect(outOfOrder([asked('customers'), asked('orders')])).toMatchObject({ table: 'orders' });
  expect(outOfOrder([changed('customers'), changed('orders')])).toMatchObject({ table: 'orders' });
  expect(outOfOrder([asked('orders'), asked('customers'), changed('orders')])).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Order } from '#domain/orders/contract.ts';
import { choicesOf, matches, orderNumberIn } from './order-choices.ts';

const order = (id: string, changes: Partial<Order> = {}) =>
  ({
    id,
    orderNumber: `ORD-${id}`,
    customerName: 'Hira Malik',
    customerEmail: 'hira@example.com',
    status: 'processing',
    createdAt: '2026-11-20T10:45:00.000Z',
    ...changes,
  }) as Order;

test('an order is offered once, by number and customer; a cancelled one never', () => {
  const choices = choicesOf([order('10001'), order('10002', { status: 'cancelled' }), order('10001'), order('10003')]);
  expect(choices).toMatchObject([
    { id: '10001', label: 'ORD-10001 - Hira Malik', note: 'hira@example.com · 20 Nov 2026, 3:45 pm' },
    { id: '10003', label: 'ORD-10003 - Hira Malik' },
  ]);
});

test.each([
  ['10042', 'ORD-10042'],
  ['ord-10042', 'ORD-10042'],
  ['1004', null],
  ['ORD-', null],
  ['hira', null],
])('%o is asked for as %o', (typed, number) => {
  expect(orderNumberIn(typed)).toBe(number);
});

test('an order matches any part of its number or customer, in any case', () => {
  expect(['001', 'hira', 'MALIK', '- h', ''].every((text) => matches(order('10001'), text))).toBe(true);
  expect(matches(order('10001'), 'zara')).toBe(false);
});

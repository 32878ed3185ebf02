import { expect, test } from 'vitest';
import type { Packing, PackingLine } from '#domain/packing/contract.ts';
import { isComplete, lineOfCode, nameOf, orderOfCode, progressOf, withWaiting } from './packing-state.ts';

const line = (changes: Partial<PackingLine> = {}): PackingLine => ({
  itemId: '1'.repeat(24),
  variantId: 'a'.repeat(24),
  productName: 'Halo Ring',
  productImage: null,
  color: null,
  size: '7',
  sku: 'RING-7',
  ordered: 2,
  packed: 0,
  pieces: [],
  ...changes,
});

const order = (lines: PackingLine[], changes: Partial<Packing> = {}): Packing => ({
  orderId: '9'.repeat(24),
  orderNumber: 'ORD-1001',
  status: 'processing',
  placedAt: '2026-11-20T10:00:00.000Z',
  notes: '',
  tags: [],
  gift: null,
  codes: ['SHP-1', 'LE75512'],
  lines,
  surplus: [],
  photos: [],
  lacksPhoto: false,
  ...changes,
});

const sent = (key: string, of: PackingLine) => ({
  pieces: [{ key, itemId: of.itemId, variantId: of.variantId, quantity: 1, packedAt: '2026-11-20T11:00:00.000Z' }],
});

test('what waits on the device counts at once, each piece once, and never beyond the order', () => {
  const ring = line();
  const one = withWaiting(order([ring]), [sent('key-1', ring)], 'amna');
  expect(one.lines[0]).toMatchObject({ packed: 1, pieces: [{ key: 'key-1', by: 'amna' }] });
  // The answer came before the entry was gone.
  expect(withWaiting(one, [sent('key-1', ring)], 'amna').lines[0]?.packed).toBe(1);
  const three = withWaiting(
    order([ring]),
    ['a', 'b', 'c'].map((key) => sent(key, ring)),
    'amna',
  );
  expect(progressOf(three)).toEqual({ packed: 2, ordered: 2 });
  const out = withWaiting(one, [{ unpacked: [{ key: 'key-1', at: '2026-11-20T11:00:00.000Z' }] }], 'amna');
  expect(progressOf(out).packed).toBe(0);
});

test('a scanned SKU goes to the line that still takes a piece, and says when all are in or none fits', () => {
  const gold = line({ color: 'Gold', packed: 2 });
  const silver = line({ itemId: '2'.repeat(24), color: 'Silver', ordered: 1 });
  expect(lineOfCode(order([gold, silver]), ' ring-7 ')).toEqual({ line: silver });
  expect(lineOfCode(order([gold]), 'RING-7')).toEqual({ refusal: 'full', line: gold });
  expect(lineOfCode(order([gold]), 'BNG-1')).toBeNull();
  expect(nameOf(gold)).toBe('Halo Ring (7, Gold)');
});

test('a slip, a label, a courier’s number and the link on a label name their order', () => {
  const orders = [order([line()])];
  for (const code of ['ord-1001', 'SHP-1', 'le 755 12', 'https://shop.pk/order/ORD-1001#abc'])
    expect(orderOfCode(orders, code)?.orderNumber, code).toBe('ORD-1001');
  expect(orderOfCode(orders, 'ORD-1002')).toBeUndefined();
});

test('an order with a piece too many is not complete', () => {
  const full = line({ packed: 2 });
  expect(isComplete(order([full]))).toBe(true);
  const { itemId, variantId, productName: name, color, size } = full;
  const beyond = { key: 'x', itemId, variantId, name, color, size, quantity: 1, by: null, packedAt: '', isOrdered: true };
  expect(isComplete(order([full], { surplus: [beyond] }))).toBe(false);
});

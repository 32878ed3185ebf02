import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { rowName, stockRows } from './stock-rows.ts';

const variant = (size: string, stockQuantity: number) => ({
  id: `v${size}`,
  color: 'Gold',
  size,
  sku: `BNG-0001-${size.replace('.', '')}-GLD`,
  stockQuantity,
  inStock: stockQuantity > 0,
});
const product = { id: 'p', name: 'Kundan Bangle', sku: null, stockQuantity: 62, inStock: true } as unknown as Product;
const bangle = { ...product, variants: [variant('2.4', 50), variant('2.6', 12), variant('2.10', 0)] };
const names = (rows: ReturnType<typeof stockRows>) => rows.map(rowName);

test('a product counted by choices has a row of its own and one for each choice; another has one row', () => {
  expect(names(stockRows(bangle))).toEqual([
    'Kundan Bangle',
    'Kundan Bangle (2.4, Gold)',
    'Kundan Bangle (2.6, Gold)',
    'Kundan Bangle (2.10, Gold)',
  ]);
  expect(stockRows({ ...product, sku: 'BNG-0002', variants: [] })).toMatchObject([
    { kind: 'whole', sku: 'BNG-0002', stockQuantity: 62 },
  ]);
});

test('the filters choose among the choices: a level, and an SKU that was typed', () => {
  expect(names(stockRows(bangle, { stock: 'low' }))).toEqual(['Kundan Bangle', 'Kundan Bangle (2.10, Gold)']);
  expect(names(stockRows(bangle, { stock: 'out' }))).toEqual(['Kundan Bangle', 'Kundan Bangle (2.10, Gold)']);
  expect(names(stockRows(bangle, { search: '0001-26' }))).toEqual(['Kundan Bangle', 'Kundan Bangle (2.6, Gold)']);
  expect(stockRows(bangle, { search: 'kundan' })).toHaveLength(4);
});

import { expect, test } from 'vitest';
import type { ReorderRow } from '#domain/purchase-orders/reorder.ts';
import { checkLines, errorsByRow, linesOf } from './reorder-lines.ts';

const row = (id: string) => ({ id: id.repeat(24), suggested: 12 }) as ReorderRow;
const [ring, chain] = [row('a'), row('b')];

test('a row is sent as it was typed, and as suggested where nothing was', () => {
  const drafts = new Map([[chain.id, { quantity: '30', supplierName: ' Kundan House ', unitCost: '450.50' }]]);
  expect(checkLines(linesOf([ring, chain], drafts))).toEqual({
    body: {
      lines: [
        { variantId: ring.id, quantity: 12 },
        { variantId: chain.id, quantity: 30, supplierName: 'Kundan House', unitCost: 450.5 },
      ],
    },
  });
});

test('what is wrong is said in the row that it is about', () => {
  const lines = linesOf([ring, chain], new Map([[chain.id, { quantity: '' }]]));
  const { errors = [] } = checkLines(lines);
  expect(errorsByRow([...errors, { path: 'lines', message: 'The total is too large' }], lines)).toEqual({
    byRow: new Map([[chain.id, { quantity: 'How many?' }]]),
    rest: ['The total is too large'],
  });
});

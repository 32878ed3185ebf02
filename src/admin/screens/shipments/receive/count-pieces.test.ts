import { expect, test } from 'vitest';
import {
  awaitedOf,
  type Counts,
  countedText,
  countsOf,
  hereOf,
  leftOf,
  nothingToReceive,
  piecesOf,
  withinOut,
  withOneMore,
  withScan,
  withWaiting,
} from './count-pieces.ts';

const line = (id: string, sku: string, out: number) => ({ id, sku, out });
const RINGS = line('rings', 'RNG-1-GOLD', 2);

/** The counts after several scans. */
function scanned(items: ReturnType<typeof line>[], ...codes: string[]): Counts {
  return codes.reduce<Counts>((counts, code) => {
    const scan = withScan(items, counts, code);
    if ('refusal' in scan) throw new Error(scan.refusal);
    return scan.counts;
  }, {});
}

test('each scan counts one piece as restocked, in any spelling of its SKU', () => {
  const counts = scanned([RINGS], 'RNG-1-GOLD', ' rng-1-gold ');
  expect(counts).toEqual({ rings: { restocked: 2 } });
  expect(leftOf(counts, RINGS)).toBe(0);
});

test('a piece of another order, and one more than was sent, are refused', () => {
  expect(withScan([RINGS], {}, 'bng-9')).toEqual({ refusal: 'BNG-9 is not in this order. Put it aside' });
  expect(withScan([RINGS], scanned([RINGS], 'RNG-1-GOLD', 'RNG-1-GOLD'), 'RNG-1-GOLD')).toEqual({
    refusal: 'All of RNG-1-GOLD are counted already. This is one too many',
  });
});

test('two lines with one SKU are filled one after the other', () => {
  const counts = scanned([line('a', 'BNG-1', 1), line('b', 'BNG-1', 1)], 'BNG-1', 'BNG-1');
  expect(counts).toEqual({ a: { restocked: 1 }, b: { restocked: 1 } });
});

test('a press changes a scanned piece, and counts none twice', () => {
  let counts = withOneMore(scanned([RINGS], 'RNG-1-GOLD'), RINGS, 'damaged');
  expect(piecesOf(counts)).toEqual([{ itemId: 'rings', disposition: 'damaged', quantity: 1 }]);
  counts = withOneMore(counts, RINGS, 'to_inspect');
  expect(piecesOf(counts)).toEqual([{ itemId: 'rings', disposition: 'to_inspect', quantity: 1 }]);
  expect(leftOf(counts, RINGS)).toBe(1);
});

test('missing is what was not scanned, until nothing else is left', () => {
  let counts = withOneMore(scanned([RINGS], 'RNG-1-GOLD'), RINGS, 'missing');
  expect(counts).toEqual({ rings: { restocked: 1, missing: 1 } });
  counts = withOneMore(counts, RINGS, 'missing');
  expect(counts).toEqual({ rings: { restocked: 0, missing: 2 } });
  expect(withOneMore(counts, RINGS, 'missing')).toBe(counts);
  expect(withOneMore(counts, RINGS, 'restocked')).toEqual({ rings: { restocked: 1, missing: 1 } });
});

test('what is here was received before or is counted now, missing pieces are not', () => {
  const item = {
    ...line('rings', 'RNG-1', 3),
    ...{ productId: 'p', productName: 'Ring', productImage: null, selectedColor: null, selectedSize: null },
    ...{ quantity: 6, restocked: 1, damaged: 0, toInspect: 1, missing: 1, askedBack: 0 },
  };
  expect(hereOf({ rings: { restocked: 1, missing: 1 } }, item)).toBe(3);
});

test('of an approved return what it names is awaited, and nothing of what the customer keeps', () => {
  const asked = { ...RINGS, out: 3, askedBack: 1 };
  const kept = { ...line('bangles', 'BNG-1', 2), askedBack: 0 };
  expect([awaitedOf({}, asked, true), awaitedOf({}, kept, true), awaitedOf({}, kept, false)]).toEqual([1, 0, 2]);
  expect(awaitedOf({ rings: { restocked: 1 } }, asked, true)).toBe(0);
});

test('it is said why there is nothing to receive', () => {
  const order = { id: 'o', orderNumber: 'ORD-1', customerName: '', city: '', updatedAt: '' };
  const of = (status: 'processing' | 'cancelled', out: number) =>
    nothingToReceive({ order: { ...order, status }, shipments: [], items: [{ out } as never] });
  expect(of('processing', 2)).toBe('Nothing of this order has left yet.');
  expect(of('cancelled', 0)).toBe('Everything that was sent for this order has been received.');
  expect(of('cancelled', 1)).toBe('');
});

const ITEM = {
  ...line('rings', 'RNG-1', 3),
  ...{ productId: 'p', productName: 'Ring', productImage: null, selectedColor: null, selectedSize: null },
  ...{ quantity: 3, restocked: 0, damaged: 0, toInspect: 0, missing: 0 },
};

test('what this device has not sent yet is no longer out, and is not counted again', () => {
  const pieces = { items: [ITEM] } as unknown as Parameters<typeof withWaiting>[0];
  const sent = { pieces: piecesOf({ rings: { restocked: 1, damaged: 1 } }) };
  expect(withWaiting(pieces, [sent]).items).toMatchObject([{ out: 1, restocked: 1, damaged: 1, missing: 0 }]);
  expect(withWaiting(pieces, [sent, sent]).items).toMatchObject([{ out: 0, restocked: 2, damaged: 2 }]);
  expect(withWaiting(pieces, [])).toBe(pieces);
});

test('a refused count is said in words, and what is still out of it can be counted again', () => {
  const counts = { rings: { restocked: 2, missing: 1 } };
  expect(countsOf(piecesOf(counts))).toEqual(counts);
  expect(countedText([ITEM], counts)).toBe('2 × Ring restocked, 1 × Ring missing');
  expect(withinOut([{ ...ITEM, out: 2 }], counts)).toEqual({ rings: { restocked: 2 } });
  expect(withinOut([{ ...ITEM, out: 0 }], counts)).toEqual({});
});

import { describe, expect, test } from 'vitest';
import { type ExpectedTransfer, matchStatement } from './match-statement.ts';

const transfer = (number: number, changes: Partial<ExpectedTransfer> = {}): ExpectedTransfer => ({
  orderId: `order-${number}`,
  orderNumber: `ORD-${number}`,
  namedBy: [],
  sums: [500],
  ...changes,
});

const line = (reference: string, amount = 500, id = reference) => ({
  id,
  amount,
  reference,
  bookedBefore: null as { orderNumber: string; isSure: boolean } | null,
});

function matchOf(lines: ReturnType<typeof line>[], transfers: ExpectedTransfer[]) {
  return lines.map(({ id }) => {
    const match = matchStatement(lines, transfers).get(id);
    return [match?.kind, match?.candidates.map(({ orderNumber }) => orderNumber)];
  });
}

describe('a line of the statement', () => {
  test.each([
    ['the number that the customer sent', 'RAAST 7001234567', { namedBy: ['RAAST 7001234567'] }],
    ['the number of the order', 'IBFT ORD-10042 thanks', {}],
    ['the bare number of the order', 'order no 10042', {}],
  ])('is sure by %s and the amount', (_, reference, changes) => {
    expect(matchOf([line(reference)], [transfer(10042, changes), transfer(10043)])).toEqual([['sure', ['ORD-10042']]]);
  });

  test('with the number and another amount is for somebody to look at', () => {
    expect(matchOf([line('ORD-10042', 450)], [transfer(10042)])).toEqual([['number', ['ORD-10042']]]);
  });

  test('is sure by any of the sums that settle the order', () => {
    expect(matchOf([line('ORD-10042', 2_300)], [transfer(10042, { sums: [500, 2_300] })])[0]?.[0]).toBe('sure');
  });

  test('without a number is never guessed, not even with one order of that sum', () => {
    expect(matchOf([line('Transfer')], [transfer(10042)])).toEqual([['choose', ['ORD-10042']]]);
    const two = [transfer(10042), transfer(10043)];
    expect(matchOf([line('a'), line('b')], two)).toEqual([
      ['choose', ['ORD-10042', 'ORD-10043']],
      ['choose', ['ORD-10042', 'ORD-10043']],
    ]);
  });

  test('that names two transfers, or one that another line names, is for somebody to choose', () => {
    const transfers = [transfer(10042), transfer(10043)];
    expect(matchOf([line('ORD-10042 or 10043')], transfers)).toEqual([['choose', ['ORD-10042', 'ORD-10043']]]);
    expect(matchOf([line('ORD-10042 first'), line('ORD-10042 second')], transfers).map(([kind]) => kind)).toEqual([
      'choose',
      'choose',
    ]);
  });

  test('that was booked before says so, and is left to choose where only its sum and day say that', () => {
    const bookedLine = (isSure: boolean) => ({ ...line('ORD-10042'), bookedBefore: { orderNumber: 'ORD-10042', isSure } });
    expect(matchOf([bookedLine(true)], [transfer(10042)])).toEqual([['booked', []]]);
    expect(matchOf([bookedLine(false)], [transfer(10042)])).toEqual([['choose', ['ORD-10042']]]);
    expect(matchOf([bookedLine(false)], [])).toEqual([['choose', []]]);
  });

  test('is not found by a part of a longer number', () => {
    expect(matchOf([line('TID 9100425', 10)], [transfer(10042)])).toEqual([['none', []]]);
  });
});

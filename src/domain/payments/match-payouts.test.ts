import { expect, test } from 'vitest';
import { matchPayouts } from './match-payouts.ts';

const file = (id: string, sum: number, changes = {}) => ({
  id,
  courierId: 'p',
  courier: 'PostEx',
  reference: `CPR-${id}`,
  sum,
  day: '2026-11-20',
  ...changes,
});

const line = (amount: number, reference = 'IBFT 8841', day = '2026-11-22') => ({ amount, reference, day });

const idsOf = (payouts: ReturnType<typeof matchPayouts>) => payouts.map(({ settlements }) => settlements.map(({ id }) => id));

test('one file, or several of a courier together, come to a credit to the paisa', () => {
  const files = [file('1', 1949.06), file('2', 500.1), file('3', -232), file('4', 1949.07)];
  expect(idsOf(matchPayouts(line(1949.06), files))).toEqual([['1']]);
  expect(idsOf(matchPayouts(line(2449.16), files))).toEqual([['1', '2']]);
  // What it pays is less by what the shop owed it.
  expect(idsOf(matchPayouts(line(268.1), files))).toEqual([['2', '3']]);
  expect(matchPayouts(line(1949.05), files)).toEqual([]);
});

test('files of two couriers are no payment together', () => {
  expect(matchPayouts(line(300), [file('1', 100), file('2', 200, { courierId: 't', courier: 'Trax' })])).toEqual([]);
});

test('only a line that names the courier or its payment is sure, and only if nothing else comes to its sum', () => {
  const files = [file('1', 100), file('2', 100, { courierId: 't', courier: 'Trax Logistics' })];
  const sure = (reference: string, all = files) =>
    matchPayouts(line(100, reference), all).map(({ courier, isSure }) => [courier, isSure]);
  expect(sure('IBFT 8841')).toEqual([
    ['PostEx', false],
    ['Trax Logistics', false],
  ]);
  expect(sure('FROM TRAX-LOGISTICS PVT')[0]).toEqual(['Trax Logistics', true]);
  expect(sure('Payment cpr 1')[0]).toEqual(['PostEx', true]);
  expect(sure('POSTEX', [...files, file('3', 100)]).slice(0, 2)).toEqual([
    ['PostEx', false],
    ['PostEx', false],
  ]);
});

test('a file of long ago, or of long after, is not proposed', () => {
  const files = [file('1', 100, { day: '2026-11-07' }), file('2', 100, { day: '2026-12-14' })];
  expect(matchPayouts(line(100), files)).toEqual([]);
});

import { expect, test } from 'vitest';
import { cityLines, mergedCities, readCityLines } from './courier-text.ts';

const LAHORE = { city: 'Lahore', courierName: 'LAHORE', courierCode: '789', zone: 'A' };
const MULTAN = { city: 'Multan', courierName: 'Multan', courierCode: '', zone: '' };
const QUETTA = { city: 'Quetta', courierName: 'Quetta', courierCode: '', zone: 'C' };

test('cities are written as lines and read back as they were', () => {
  expect(cityLines([LAHORE, MULTAN, QUETTA])).toBe('Lahore = LAHORE | 789 | A\nMultan\nQuetta = Quetta |  | C');
  expect(readCityLines(cityLines([LAHORE, MULTAN, QUETTA]))).toEqual([LAHORE, MULTAN, QUETTA]);
  expect(readCityLines('\n  Lahore=LAHORE|789|A \n\n')).toEqual([LAHORE]);
});

test('cities that a courier names keep the zone that somebody gave them', () => {
  expect(mergedCities([QUETTA, LAHORE], [{ ...QUETTA, zone: '' }, MULTAN])).toEqual([QUETTA, MULTAN]);
});

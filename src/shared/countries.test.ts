import { expect, test } from 'vitest';
import { countries, countryName, isCountry } from './countries.ts';
import { orderEdit } from './schemas/orders.ts';

test('a country is one of the list, Pakistan first, and every one has a name', () => {
  expect(countries()[0]).toEqual({ code: 'pk', name: 'Pakistan' });
  expect(countries().filter(({ code, name }) => name === code.toUpperCase())).toEqual([]);
  expect(isCountry('zz')).toBe(false);
  expect(isCountry('ad ae')).toBe(false);
});

test('letters that are no country stand for themselves', () => {
  expect(countryName('PK')).toBe('Pakistan');
  expect(countryName('zz')).toBe('ZZ');
});

test('an order takes a country in either case and refuses what is none', () => {
  expect(orderEdit.parse({ country: ' PK ' })).toEqual({ country: 'pk' });
  expect(orderEdit.safeParse({ country: 'zz' }).error?.issues[0]?.path).toEqual(['country']);
});

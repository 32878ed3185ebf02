import { expect, test } from 'vitest';
import { orderEdit } from '#domain/orders/contract.ts';
import { countries, countryName, isCountry } from './countries.ts';

test('countries are listed with names, Pakistan first', () => {
  expect(countries()[0]).toEqual({ code: 'pk', name: 'Pakistan' });
  expect(countries().filter(({ code, name }) => name === code.toUpperCase())).toEqual([]);
  expect(isCountry('zz')).toBe(false);
  expect(isCountry('ad ae')).toBe(false);
});

test('an unknown country code is shown as it is', () => {
  expect(countryName('PK')).toBe('Pakistan');
  expect(countryName('zz')).toBe('ZZ');
});

test('an order accepts a country code in either case and refuses unknown ones', () => {
  expect(orderEdit.parse({ country: ' PK ' })).toEqual({ country: 'pk' });
  expect(orderEdit.safeParse({ country: 'zz' }).error?.issues[0]?.path).toEqual(['country']);
});

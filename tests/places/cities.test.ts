import { expect, test } from 'vitest';
import { cityIn, cityMeant, cityNames, findCity, knownCity, recogniseCity } from '#domain/places/cities.ts';
import { CITY_TABLE } from '#domain/places/city-table.ts';
import { MESSY_CITIES } from './messy-cities.ts';

test.each([
  ['House 12, Street 4, Gulberg III, Lahore', 'Lahore'],
  ['flat 3 block 5 clifton KARACHI 75600', 'Karachi'],
  ['Multan Road, Lahore.', 'Lahore'],
  ['Lahore Road, Sheikhupura', 'Sheikhupura'],
  ['Karachi Company, G-9 Islamabad', 'Islamabad'],
  ['12-B, Satellite Town, Rwp', 'Rawalpindi'],
  ['Chak 45/NB, tehsil Phalia, district Mandi Bahauddin', 'Mandi Bahauddin'],
  ['Mohalla Eidgah, Dera Ghazi Khan', 'Dera Ghazi Khan'],
  ['مکان ۵، گلبرگ، لاہور', 'Lahore'],
  ['اسلام آباد', 'Islamabad'],
])('%s is in %s', (address, city) => {
  expect(cityIn(address)).toBe(city);
});

test.each(['', '5 Canal View', '12 Mall Road', 'House 7, Multan Road', 'Street 9, Block C'])('%o names no city', (address) => {
  expect(cityIn(address)).toBeUndefined();
});

test('the city names offered are whole words, each once, largest cities first', () => {
  expect(cityNames().slice(0, 4)).toEqual(['Karachi', 'Lahore', 'Faisalabad', 'Rawalpindi']);
  expect(new Set(cityNames()).size).toBe(cityNames().length);
  expect(cityNames()).toContain('Rahim Yar Khan');
});

/** What people wrote, and the city that is meant; undefined where nobody can be sure. */
const MESSY = MESSY_CITIES.trim()
  .split('\n')
  .flatMap((line) => {
    const [city = '', spellings = ''] = line.split(': ');
    const meant = city === '(unknown)' ? undefined : city;
    return spellings.split(';').map((spelling) => ({ typed: spelling.trim(), meant }));
  });

test('of more than a thousand messy spellings 98 in 100 are recognised, and none as another city', () => {
  const read = MESSY.map(({ typed, meant }) => {
    const found = typed.startsWith('@') ? recogniseCity('', typed.slice(1)) : recogniseCity(typed);
    return { typed, meant, found: found?.name };
  });
  expect(new Set(MESSY.map(({ typed }) => typed)).size).toBe(MESSY.length);
  expect(MESSY.length).toBeGreaterThanOrEqual(1000);
  expect(MESSY.filter(({ meant }) => !meant).length).toBeGreaterThanOrEqual(100);
  expect(read.filter(({ meant, found }) => found !== undefined && found !== meant)).toEqual([]);
  expect(read.filter(({ meant, found }) => found === meant).length / read.length).toBeGreaterThanOrEqual(0.98);
});

test('no spelling stands for two cities, and every city is found by its own name', () => {
  const lines = Object.values(CITY_TABLE).flatMap((cities) => cities.trim().split('\n'));
  for (const line of lines) {
    const [name = '', ...others] = line.replace(/^[~!]/, '').split('|');
    for (const spelling of [name, ...others]) expect([spelling, findCity(spelling)?.name]).toEqual([spelling, name]);
  }
});

test('a typo that is no listed spelling stays unknown, however near it is', () => {
  for (const typed of ['Karacho', 'Lahorre', 'Bahawalnagr', 'Pindi Ghip', 'Multen']) expect(recogniseCity(typed)).toBeUndefined();
});

test('a city field that says something wins over the address, and one that names only a province leaves it to the address', () => {
  expect(recogniseCity('Gulberg', 'House 3, Gulberg, Lahore')?.name).toBe('Lahore');
  expect(recogniseCity('Kot Radha Kishan', 'Main bazar, Lahore')?.name).toBe('Kot Radha Kishan');
  expect(recogniseCity('Somewhere', 'Main bazar, Lahore')).toBeUndefined();
  expect(recogniseCity('Punjab', 'Main bazar, Lahore')?.name).toBe('Lahore');
  expect(recogniseCity('Sindh', 'Main bazar, Lahore')).toBeUndefined();
});

test('an order knows its city and whether couriers collect cash there, in Pakistan alone', () => {
  const place = { city: 'wana', customerAddress: 'Main bazar', country: 'pk' };
  expect(knownCity(place)).toEqual({ cityKnown: 'Wana', cityTakesCash: false });
  expect(knownCity({ ...place, city: 'khi' })).toEqual({ cityKnown: 'Karachi', cityTakesCash: true });
  expect(knownCity({ ...place, city: 'Nowhere' })).toEqual({ cityKnown: null, cityTakesCash: null });
  expect(knownCity({ ...place, city: 'Hyderabad', country: 'in' })).toEqual({ cityKnown: null, cityTakesCash: null });
});

test.each([
  ['Karachii', 'Karachi'],
  ['Islamabda', 'Islamabad'],
  ['Lahroe', 'Lahore'],
  ['Multam', 'Multan'],
  ['Faisallabad', 'Faisalabad'],
])('%s is asked about as %s', (typed, city) => {
  expect(findCity(typed)).toBeUndefined();
  expect(cityMeant(typed)).toBe(city);
});

test('where no city is typed the end of the address is asked about', () => {
  expect(cityMeant('', '12 Mall Road, Lahroe ')).toBe('Lahore');
  expect(cityMeant('', '12 Lahroe, Mall Road')).toBeUndefined();
});

test('a city that is known, too short to be like one, or like several is not asked about', () => {
  for (const typed of ['Karachi', 'khi', 'Lahr', 'Toronto', '', 'House 12'])
    expect([typed, cityMeant(typed)]).toEqual([typed, undefined]);
});

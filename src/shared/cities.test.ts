import { expect, test } from 'vitest';
import { cityIn, cityNames } from './cities.ts';

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

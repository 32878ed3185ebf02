import { expect, test } from 'vitest';
import { cellComplaint, choiceComplaint, lettersComplaint, numberComplaint, skuComplaint } from './spreadsheet-tricks.ts';

const SIZES = ['2.2', '2.10', '7'];

test.each([
  ['10-Feb', '2.10'],
  ['02-Oct', '2.10'],
  ['Feb-10', '2.10'],
  ['2/10/2026', '2.10'],
  ['2026-02-10', '2.10'],
  ['3-Apr', '4.3 or 3.4'],
])('%s is a date that was the size %s', (cell, meant) => {
  expect(choiceComplaint(cell, SIZES)).toBe(
    `“${cell}” is a date that a spreadsheet made of ${meant}: format the column as text and write it again`,
  );
});

test('2.1 was 2.10 where that is a size, and a size of its own elsewhere', () => {
  expect(choiceComplaint('2.1', SIZES)).toMatch('makes of 2.10');
  expect(choiceComplaint('2.1', ['2.2'])).toBeNull();
  expect(choiceComplaint('2.1', ['2.1', '2.10'])).toBeNull();
});

test.each(['2.10', '7', 'Free Size', 'Rose Gold', '7½', 'S-M', 'Mar'])('%s is a size or a color', (cell) => {
  expect(choiceComplaint(cell, SIZES)).toBeNull();
});

test.each([
  ['1,850', 'Write “1,850” without thousands separators: 1850'],
  ['1,85,000', 'Write “1,85,000” without thousands separators: 185000'],
  ['1,850.50', 'Write “1,850.50” without thousands separators: 1850.50'],
  ['1850,5', 'Write “1850,5” with a point: 1850.5'],
  ['1.2E+05', '“1.2E+05” is a number that a spreadsheet shortened: write all its digits'],
  ['10-Feb', '“10-Feb” is a date that a spreadsheet made of a number'],
  ['Rs. 1850', 'Write the number alone, without a currency'],
  ['many', 'Write a number'],
])('%s is no number, and the reason is named', (cell, complaint) => expect(numberComplaint(cell)).toBe(complaint));

test.each(['0', '1850', '1850.50', '-5'])('%s is a number', (cell) => expect(numberComplaint(cell)).toBeNull());

test('errors, formulas, shortened SKUs and lost letters are named', () => {
  expect(cellComplaint('#NAME?')).toMatch('an error that a spreadsheet shows');
  expect(cellComplaint('########')).toMatch('an error that a spreadsheet shows');
  expect(cellComplaint('=A1*2')).toMatch('formula');
  expect(cellComplaint("'=not one")).toBeNull();
  expect(skuComplaint('8.96E+12', [])).toMatch('shortened');
  expect(skuComplaint('BNG-2E5', [])).toBeNull();
  expect(lettersComplaint('???? ??', 'چوڑی سونا')).toMatch('question marks');
  expect(lettersComplaint('Really??', 'Really?')).toBeNull();
  expect(lettersComplaint('?????', undefined)).toMatch('question marks');
});

const SKUS = ['0004583', '9.7500', 'MAR-83', '1/83', '1-5-26', 'BNG-24', '77'];

test.each([
  ['4583', 'is what a spreadsheet makes of 0004583'],
  ['9.75', 'is what a spreadsheet makes of 9.7500'],
  ['01-Mar-83', 'is a date that a spreadsheet made of MAR-83 or 1/83'],
  ['1983-03-15', 'is a date that a spreadsheet made of MAR-83'],
  ['Jan-83', 'is a date that a spreadsheet made of 1/83'],
  ['1/5/2026', 'is a date that a spreadsheet made of 1-5-26'],
  ['05-Jan-26', 'is a date that a spreadsheet made of 1-5-26'],
  ['10-Feb', 'is a date that a spreadsheet made of a SKU'],
  ['Apr-90', 'is a date that a spreadsheet made of a SKU'],
])('%s is no SKU: it %s', (cell, spoilt) => {
  expect(skuComplaint(cell, SKUS)).toBe(`“${cell}” ${spoilt}: format the column as text and write it again`);
});

test.each([...SKUS, 'Mar-83', 'bng-24', '12', '2-3-27', 'APR-90', 'JUN-A', 'Jan'])('%s is a SKU', (cell) => {
  expect(skuComplaint(cell, SKUS)).toBeNull();
});

import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const columns = [
  { name: 'Name', value: (item: { name: string; price: number | null }) => item.name },
  { name: 'Price', value: (item: { name: string; price: number | null }) => item.price },
];

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv(columns, [{ name: 'Ring, "halo"\nsize 7', price: 1850.5 }])).toBe(
    '\uFEFFName,Price\r\n"Ring, ""halo""\nsize 7",1850.5\r\n',
  );
});

test('what a spreadsheet would run as a formula becomes text, numbers stay numbers', () => {
  const rows = [
    { name: '=HYPERLINK("x")', price: -5 },
    { name: '@SUM(A1)', price: null },
  ];
  expect(toCsv(columns, rows)).toBe('\uFEFFName,Price\r\n"\'=HYPERLINK(""x"")",-5\r\n\'@SUM(A1),\r\n');
});

test.each([
  ['+923001234567', "'+923001234567"],
  ['03001234567', '03001234567'],
  ['+92 300 1234567', "'+92 300 1234567"],
  ['+923001234567+1', "'+923001234567+1"],
  ['+923001234567\n=1', '"\'+923001234567\n=1"'],
  ['+A1', "'+A1"],
  ['+', "'+"],
  ['-923001234567', "'-923001234567"],
])('nothing that begins like a formula is left as it is: %j', (typed, cell) => {
  expect(toCsv(columns, [{ name: typed, price: null }])).toBe(`\uFEFFName,Price\r\n${cell},\r\n`);
});

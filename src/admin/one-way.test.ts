// What every screen says and shows alike, read from the sources.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = globSync('src/admin/**/*.{ts,tsx}')
  .sort()
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The screens that have something like this in their source. */
const withText = (pattern: RegExp) =>
  SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path.slice('src/admin/'.length));

test('what is absent is a dash, but where the specification says N/A: a parcel’s courier and number, the notes of the stock history', () => {
  const literal = [
    'kit/RecordDetails.tsx',
    'screens/customers/people/CustomerFacts.tsx',
    'screens/shipments/all/ShipmentFacts.tsx',
    'screens/shipments/all/shipment-columns.tsx',
    'screens/history/stock-history-columns.tsx',
  ];
  expect(withText(/N\/A/).filter((path) => !literal.includes(path))).toEqual([]);
  expect(withText(/—/)).toEqual([]);
});

test('the state of a list is chosen by tabs; orders have tabs for their work, and a select beside them', () => {
  expect(withText(/choice: '(status|state|waiting|used)'/)).toEqual(['screens/orders/all/OrdersPage.tsx']);
});

test('a period is From and To, but where the specification says Start Date and End Date', () => {
  expect(withText(/labels[:=]\s*\{?\[|'Start Date'/)).toEqual([
    'screens/history/StockHistoryPage.tsx',
    'screens/sales/reports/SalesFilterBar.tsx',
  ]);
});

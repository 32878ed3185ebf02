import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { settlementRow } from '#domain/settlements/contract.ts';
import { suggestedMapping } from '#domain/settlements/known-files.ts';
import { problemText, refuses } from '#domain/settlements/problems.ts';
import { mappingFor, openSettlement, type ReadSettlement, readSettlement } from '#domain/settlements/read-settlement.ts';
import { ROOT } from '#local/settings.ts';
import { faultyFile } from './settlement-files/faulty-file.ts';
import { workbook } from './settlement-files/workbook.ts';

const FOLDER = join(ROOT, 'tests/couriers/settlement-files');

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads a file as the screen does: as it is known, else as its headings suggest. */
async function read(
  name: string,
  content: Uint8Array | string,
  mapping: SettlementMapping | null = null,
): Promise<ReadSettlement> {
  const table = await openSettlement({ name, bytes: typeof content === 'string' ? bytesOf(content) : content }, mapping);
  if ('error' in table) throw new Error(table.error);
  return readSettlement(table, name, mappingFor(table, mapping) ?? suggestedMapping(table.headings));
}

const readFile = (name: string) => read(name, readFileSync(join(FOLDER, name)));
const problemsOf = ({ problems }: ReadSettlement) => problems.map(problemText);

describe('a file as its courier writes it', () => {
  test('PostEx: taxes, a return, and a parcel that costs more than it brings', async () => {
    const { rows, problems, reference } = await readFile('CPR_Transactions_2026-11-20.csv');
    expect(rows).toEqual([
      {
        line: 2,
        trackingNumber: '25000000000012',
        orderReference: 'ORD-10042',
        outcome: 'delivered',
        cod: 2299,
        shipping: 222.4,
        gst: 35.58,
        incomeTax: 45.98,
        salesTax: 45.98,
        otherCharges: 0,
        net: 1949.06,
        day: '2026-11-15',
      },
      {
        line: 3,
        trackingNumber: '25000000000029',
        orderReference: 'ORD-10043',
        outcome: 'returned',
        cod: 1850,
        shipping: 240.1,
        gst: 38.42,
        incomeTax: 0,
        salesTax: 0,
        otherCharges: 0,
        net: -278.52,
        day: '2026-11-18',
      },
      {
        line: 4,
        trackingNumber: '25000000000036',
        orderReference: 'ORD-10044',
        outcome: 'delivered',
        cod: 150,
        shipping: 222.4,
        gst: 35.58,
        incomeTax: 3,
        salesTax: 3,
        otherCharges: 0,
        net: -113.98,
        day: '2026-11-17',
      },
    ]);
    expect(problems.map(problemText)).toEqual(['Line 4, NET_AMOUNT: the courier keeps 113.98 more than it collected']);
    expect(problems.some(refuses)).toBe(false);
    expect(reference).toBe('CPR_Transactions_2026-11-20');
  });

  test('PostEx, older: one deduction, brackets, other headings, sums without a word below', async () => {
    const { rows, problems } = await readFile('CPR_Transactions_2025-02-07.csv');
    expect(rows.map(({ outcome, otherCharges, net, day }) => [outcome, otherCharges, net, day])).toEqual([
      ['delivered', 91.96, 1949.06, '2025-02-03'],
      ['returned', 0, -257.98, '2025-02-04'],
    ]);
    expect(problems).toEqual([]);
  });

  test('Leopards: a page that calls itself a workbook, without charges and outcome', async () => {
    const { rows, problems, reference } = await readFile('Payment_Details_7741.xls');
    expect(
      rows.map(({ trackingNumber, orderReference, outcome, cod, net, day }) => [
        trackingNumber,
        orderReference,
        outcome,
        cod,
        net,
        day,
      ]),
    ).toEqual([
      ['LE7501234561', 'ORD-10051', 'delivered', 3450, 3312, '2026-11-14'],
      ['LE7501234578', 'ORD-10052 & gift', 'delivered', 1200.5, 1152.48, '2026-11-15'],
    ]);
    expect([problems, reference]).toEqual([[], '7741']);
  });

  test('Kangaroo: a workbook in which “COD Amount” is its own fee, days and long numbers are numbers', async () => {
    const file = workbook([
      ['Invoice #', 'INV-77'],
      ['Tracking #', 'Order Ref', 'Status', 'Order Amount', 'COD Amount', 'Net Payable', 'Delivery Date'],
      [25000000000012, 'ORD-1', 'Delivered', 2299, 222.4, 2076.6 + 4.5e-13, { day: '2026-11-14' }],
      ['KGR-20', 'ORD-2', 'Cancelled', 1500, 180, -180, null],
    ]);
    const { rows, problems, reference } = await read('payment.xlsx', file);
    expect(
      rows.map(({ trackingNumber, outcome, cod, shipping, net, day }) => [trackingNumber, outcome, cod, shipping, net, day]),
    ).toEqual([
      ['25000000000012', 'delivered', 2299, 222.4, 2076.6, '2026-11-14'],
      ['KGR-20', 'returned', 1500, 180, -180, null],
    ]);
    expect([problems, reference]).toEqual([[], 'INV-77']);
  });

  test('of another one, by what the shop says of its columns and words', async () => {
    const mapping: SettlementMapping = {
      columns: [
        { header: 'Waybill', field: 'trackingNumber' },
        { header: 'Result', field: 'outcome' },
        { header: 'Value', field: 'cod' },
        { header: 'Base', field: 'shipping' },
        { header: 'Fuel', field: 'otherCharges' },
        { header: 'Handling', field: 'otherCharges' },
        { header: 'Balance', field: 'net' },
        { header: 'On', field: 'day' },
      ],
      words: [
        { word: 'OK', outcome: 'delivered' },
        { word: 'RO', outcome: 'returned' },
        { word: 'WT', outcome: 'charge' },
      ],
      dayOrder: 'month',
    };
    const text =
      'Run Courier;;;\n\nWAYBILL ; Result;Value;Base;Fuel;Handling;Balance;On\nGW-1001;OK;1000;-100;-20;-5;875;05/11/2026\nGW-1002;ro;0;-100;-20;0;-120;06/11/2026\n;WT;;-10;;;-10;\n';
    const { rows, problems } = await read('run.csv', text, mapping);
    expect(problems).toEqual([]);
    expect(
      rows.map(({ line, trackingNumber, outcome, shipping, otherCharges, net, day }) => [
        line,
        trackingNumber,
        outcome,
        shipping,
        otherCharges,
        net,
        day,
      ]),
    ).toEqual([
      [4, 'GW-1001', 'delivered', 100, 25, 875, '2026-05-11'],
      [5, 'GW-1002', 'returned', 100, 20, -120, '2026-06-11'],
      [6, '', 'charge', 10, 0, -10, null],
    ]);
    const other = await openSettlement({ name: 'x.csv', bytes: bytesOf('a,b,c\n1,2,3') }, mapping);
    expect('error' in other || mappingFor(other, mapping)).toBe(null);
  });
});

const HEADINGS = 'TRACKING_NUMBER,STATUS,D/R DATE,COD_AMOUNT,SHIPPING_CHARGES,GST,NET_AMOUNT';
const file = (...rows: string[]) => `${[HEADINGS, ...rows].join('\n')}\n`;

test.each<[string, BufferEncoding | 'utf16be' | 'utf8bom']>([
  ['UTF-8', 'utf8'],
  ['UTF-8 with a mark', 'utf8bom'],
  ['UTF-16', 'utf16le'],
  ['UTF-16 of the other order', 'utf16be'],
  ['Windows-1252', 'latin1'],
])('the text may be in %s', async (_, encoding) => {
  const text = file('LHE-1001,Delivered – café,14 Nov 2026,1000,100,16,884'.replace('–', encoding === 'latin1' ? '-' : '–'));
  const encoded =
    encoding === 'utf16be'
      ? Buffer.from(text, 'utf16le').swap16()
      : Buffer.from(encoding === 'utf8bom' ? `\uFEFF${text}` : text, encoding === 'utf8bom' ? 'utf8' : encoding);
  const { rows, problems } = await read('a.csv', new Uint8Array(encoded));
  expect([problems, rows.map(({ trackingNumber, net }) => [trackingNumber, net])]).toEqual([[], [['LHE-1001', 884]]]);
});

test.each([
  [
    'a total that the rows do not come to',
    file('LHE-1001,Delivered,,1000,100,16,884', 'Total,,,1000,100,16,900'),
    ['Line 3, NET_AMOUNT: the total says 900.00, but the rows come to 884.00: rows are missing, or stand there twice'],
  ],
  [
    'a total of the cash that counts returned parcels',
    file('LHE-1001,Delivered,,1000,100,16,884', 'LHE-1002,Return,,500,100,16,-116', 'Grand Total,,,1500,200,32,768'),
    [],
  ],
  [
    'headings on each page, empty lines and words below',
    `${file('LHE-1001,Delivered,,1000,100,16,884', '', HEADINGS, 'LHE-1002,Delivered,,1000,100,16,884')}\nThis is computer generated, no signature needed`,
    [],
  ],
  [
    'days that only fit one reading, both ways',
    file(
      'LHE-1001,Delivered,14/11/2026,1000,100,16,884',
      'LHE-1002,Delivered,15/11/2026,1000,100,16,884',
      'LHE-1003,Delivered,11/16/2026,1000,100,16,884',
    ),
    ['Line 4, D/R DATE: the date “11/16/2026” cannot be read'],
  ],
  [
    'days that all have two readings',
    file('LHE-1001,Delivered,05/11/2026,1000,100,16,884'),
    ['Line 2, D/R DATE: “05/11/2026” may have the day or the month first: say which'],
  ],
  [
    'a day with one reading settles all others',
    file('LHE-1001,Delivered,05/11/2026,1000,100,16,884', 'LHE-1002,Delivered,15/11/2026,1000,100,16,884'),
    [],
  ],
  [
    'numbers that a program keeps as text or as a sum',
    file(
      "'25000000000012,Delivered,,1000,100,16,884",
      '"=""25000000000029""",Delivered,,1000,100,16,884',
      '25000000000036.0,Delivered,,1000,100,16,884',
    ),
    [],
  ],
  [
    'a parcel that is delivered and returned',
    file('LHE-1001,Delivered,,1000,100,16,884', 'lhe-1001,Return,,0,100,16,-116'),
    ['Line 3: LHE-1001 stands in line 2 already'],
  ],
  ['a charge beside its parcel', file('LHE-1001,Delivered,,1000,100,16,884', 'LHE-1001,Weight adjustment,,0,50,8,-58'), []],
  [
    'the same charge twice',
    file('LHE-1001,Weight adjustment,,0,50,8,-58', 'LHE-1001,Weight adjustment,,0,50,8,-58'),
    ['Line 3: LHE-1001 stands in line 2 already'],
  ],
  [
    'a line within the file that is short',
    file('LHE-1001,Delivered,,1000', 'LHE-1002,Delivered,,1000,100,16,884'),
    ['Line 2, COD_AMOUNT: the line ends after 4 of 7 columns'],
  ],
  [
    'an end within the first column',
    file('LHE-1001,Delivered,,1000,100,16,884').concat('LH'),
    ['Line 2: a.csv ends in the middle of its table: download it again'],
  ],
])('%s', async (_, text, expected) => {
  expect(problemsOf(await read('a.csv', text))).toEqual(expected);
});

test('a file that Excel spoilt is refused by name, with how to save it right', async () => {
  const { problems } = await read('CPR.csv', file('2.5E+13,Delivered,,1000,100,16,884', '2.50E+13,Delivered,,1000,100,16,884'));
  expect(problems.map(problemText)[0]).toMatch(
    /^CPR\.csv was saved by Excel, which turned 2 tracking numbers .* without opening it\. To change it in Excel/,
  );
  expect(problems.map(problemText).slice(1)).toEqual([
    'Line 2, TRACKING_NUMBER: Excel cut the tracking number short: “2.5E+13”',
    'Line 3, TRACKING_NUMBER: Excel cut the tracking number short: “2.50E+13”',
  ]);
  const book = workbook([HEADINGS.split(','), [2.5e18 + 1_234_567, 'Delivered', null, 1000, 100, 16, 884]]);
  expect(problemsOf(await read('CPR.xlsx', book))[1]).toMatch(/Excel cut the tracking number short/);
});

test.each([
  ['nothing', new Uint8Array(), /^f is empty/],
  ['a PDF', bytesOf('%PDF-1.7 x'), /^f is a PDF/],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old Excel/],
  ['a workbook that was cut', workbook([HEADINGS.split(',')]).slice(0, 300), /damaged or was cut off/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]), /no table/],
  ['a text', bytesOf('Dear customer,\nyour payment is on its way.\n'), /no row with headings/],
  ['a page without a table', bytesOf('<html><body>Please sign in</body></html>'), /no row with headings/],
  ['more rows than a payment has', bytesOf(`${HEADINGS}\n${'a,b\n'.repeat(10_600)}`), /more than 10,000 rows/],
])('%s is refused in words', async (_, bytes, error) => {
  expect(await openSettlement({ name: 'f', bytes }, null)).toEqual({ error: expect.stringMatching(error) });
});

test('a page that ends within its table is cut', async () => {
  const page = readFileSync(join(FOLDER, 'Payment_Details_7741.xls'), 'utf8');
  const { problems } = await read('p.xls', page.slice(0, page.indexOf('<tr><td colspan="5">Total')));
  expect(problems.map(problemText)).toEqual(['Line 5: p.xls ends in the middle of its table: download it again']);
});

test('of 8,500 rows with 200 faults each fault is found at its line, and nothing else', async () => {
  const { text, faults, notes } = faultyFile(8_500, 200, 7);
  const { rows, problems } = await read('CPR_Transactions_2026-11-27.csv', text);
  const found = problems.filter(({ kind, line }) => kind !== 'negative' && line !== null);
  expect(faults).toHaveLength(200);
  for (const { line, kind, says } of faults) {
    const at = found.filter((problem) => problem.line === line);
    expect(at, `line ${line}, ${kind}`).toEqual([expect.objectContaining({ kind, text: expect.stringMatching(says) })]);
  }
  expect(found).toHaveLength(faults.length);
  expect(problems.filter(({ line }) => line === null).map(({ kind }) => kind)).toEqual(['spoilt']);
  expect(problems.filter(({ kind }) => kind === 'negative')).toHaveLength(notes);
  const faulty = new Set(faults.map(({ line }) => line));
  const sound = rows.filter(({ line }) => !faulty.has(line));
  expect(sound).toHaveLength(8_300);
  expect(settlementRow.array().parse(sound)).toEqual(sound);
});

import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const thisMonth = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date()).slice(0, 7);
const lastMonth = new Date(Date.parse(`${thisMonth}-01`) - 86_400_000).toISOString().slice(0, 7);

const { json: made } = await staff('POST', '/api/couriers', { name: 'PostEx' });
const courierId: string = made.data.id;
await staff('POST', '/api/settlements', {
  courierId,
  fileName: 'cpr.csv',
  fileHash: 'b'.repeat(64),
  reference: 'CPR-1',
  control: { parcels: 1, sum: 1949.06 },
  rows: [
    {
      line: 2,
      trackingNumber: 'PX 1001',
      orderReference: '',
      outcome: 'delivered',
      cod: 2299,
      shipping: 222.4,
      gst: 35.58,
      incomeTax: 45.98,
      salesTax: 45.98,
      net: 1949.06,
    },
  ],
});

test('a month shows what came and went in each account, and what was withheld', async () => {
  const { status, json } = await staff('GET', `/api/books/month?month=${thisMonth}`);
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ month: thisMonth, state: 'running', isAsKept: null });
  const lines = Object.fromEntries(json.data.balance.map((line: { account: string }) => [line.account, line]));
  expect(lines.bank).toMatchObject({ number: 1020, name: 'Bank', opening: 0, debit: 1949.06, credit: 0, closing: 1949.06 });
  expect(lines.courier).toMatchObject({ debit: 0, credit: 2299 });
  expect(lines.delivery_charges).toMatchObject({ number: 5110, debit: 222.4 });
  expect(lines.gst_on_charges).toMatchObject({ number: 1240, debit: 35.58 });
  expect(lines.income_tax_withheld).toMatchObject({ number: 1210, debit: 45.98 });
  expect(json.data.withheld).toEqual([
    { courierId, courier: 'PostEx', incomeTax: 45.98, salesTax: 45.98, incomeTaxCertificate: '', salesTaxCertificate: '' },
  ]);
});

test('a journal has the entries of its month', async () => {
  const { json } = await staff('GET', `/api/exports/journal?month=${thisMonth}`);
  expect(json.data).toHaveLength(3);
  expect(json.data[0]).toMatchObject({
    kind: 'settled',
    reference: 'CPR-1',
    courier: 'PostEx',
    lines: [
      { account: 'bank', debit: 1949.06, credit: null },
      { account: 'courier', debit: null, credit: 1949.06 },
    ],
  });
  expect((await staff('GET', `/api/exports/journal?month=${lastMonth}`)).json.data).toEqual([]);
  expect((await staff('GET', '/api/exports/journal?month=2026-13')).status).toBe(422);
});

test('a month is closed when it is over, and reopened with a reason', async () => {
  const early = await staff('POST', '/api/books/closings', { month: thisMonth });
  expect([early.status, early.json.code]).toEqual([409, 'month_not_over']);
  const closed = await staff('POST', '/api/books/closings', { month: lastMonth });
  expect(closed.json.data).toMatchObject({ month: lastMonth, state: 'closed', isLastClosed: true, isAsKept: true });
  const { json: months } = await staff('GET', '/api/books');
  expect(months.data).toMatchObject([
    { month: thisMonth, state: 'running' },
    { month: lastMonth, state: 'closed' },
  ]);
  expect((await staff('POST', '/api/books/reopenings', { month: lastMonth, reason: '' })).status).toBe(422);
  const reopened = await staff('POST', '/api/books/reopenings', { month: lastMonth, reason: 'A forgotten bill' });
  expect(reopened.json.data).toMatchObject({ state: 'open' });
});

test('a certificate and a name are noted, and taken away', async () => {
  const note = (number: string) =>
    staff('PUT', '/api/books/certificates', { month: thisMonth, courierId, tax: 'sales_tax', number });
  expect((await note('ST-2026-11')).json.data.withheld).toMatchObject([{ salesTaxCertificate: 'ST-2026-11' }]);
  expect((await note('')).json.data.withheld).toMatchObject([{ salesTaxCertificate: '' }]);
  const rename = async (name: string) => (await staff('PUT', '/api/books/accounts', { account: 'cash', name })).json.data[0];
  expect(await rename('Till')).toMatchObject({ account: 'cash', number: 1010, name: 'Till', usualName: 'Cash in hand' });
  expect(await rename('')).toMatchObject({ name: 'Cash in hand' });
});

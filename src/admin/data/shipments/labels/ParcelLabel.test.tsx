import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ParcelLabel as Label } from '#domain/shipments/labels.ts';
import { Sheets } from './LabelSheets.tsx';
import { ParcelLabel } from './ParcelLabel.tsx';

const label: Label = {
  shipmentId: '65a1b2c3d4e5f60718293a4c',
  shipmentNumber: 'SHP-1042',
  orderNumber: 'ORD-10042',
  name: 'Sana <Mir>',
  phone: '+923001234567',
  secondPhone: '+923211234567',
  address: '12 Mall Road',
  city: 'Lahore',
  zipCode: '54000',
  carrier: 'PostEx',
  trackingNumber: '22410000000017',
  due: 1390,
  pieces: 2,
  grams: 141,
  version: '0a1b2c3d',
  link: 'https://naqsh.example/order/ORD-10042#key.0a1b2c3d',
};

const textOf = (changes: Partial<Label> = {}) =>
  renderToStaticMarkup(<ParcelLabel label={{ ...label, ...changes }} printedOn="26 Nov 2026" />)
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('a label says what is in the parcel as couriers take it, and what is due in figures and words of both languages', () => {
  const text = textOf();
  expect(text).toContain('Artificial jewellery / fashion accessories');
  expect(text).toContain('Collect exactly this, nothing more Rs 1,390 One thousand three hundred and ninety rupees only');
  expect(text).toContain('صرف یہی رقم وصول کریں: Rs 1,390 · ایک ہزار تین سو نوے روپے صرف');
  expect(text).toContain('Sana &lt;Mir&gt; 12 Mall Road Lahore 54000 0300 1234567 · 0321 1234567');
  expect(text).toContain('2 pieces · 0.15 kg');
  expect(text).toContain('Label 0a1b2c3d of 26 Nov 2026');
});

test('a label of a paid parcel says in both languages that nothing is collected, and names no sum', () => {
  const text = textOf({ due: 0 });
  expect(text).toContain('Nothing to collect Paid. Hand it over without money. کوئی رقم وصول نہ کریں');
  expect(text).not.toMatch(/Rs \d|rupees/);
});

test('a label without a number has the barcode of the shipment, and room for a courier that nobody has named', () => {
  const text = textOf({ carrier: '', trackingNumber: '' });
  expect(text).toContain('Courier: ____________ SHP-1042 · no tracking number yet');
});

test.each(['a6', 'a5', 'a4'] as const)('sheets of %s have each label once', (paper) => {
  const html = renderToStaticMarkup(<Sheets labels={[label, { ...label, shipmentId: 'other' }]} paper={paper} />);
  expect(html).toContain(`parcels-${paper}`);
  expect(html.match(/<article/g)).toHaveLength(2);
});

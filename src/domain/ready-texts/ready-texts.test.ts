import { expect, test } from 'vitest';
import { DEFAULT_READY_TEXTS } from './defaults.ts';
import {
  fillReadyText,
  PLACEHOLDERS,
  placeholderComplaint,
  READY_TEXT_KEYS,
  READY_TEXT_LANGUAGES,
  type ReadyTextValues,
  readyTextValues,
} from './ready-texts.ts';

const ring = {
  productId: '66f2a1c09b3e4d0012a4b101',
  productName: 'Kundan Ring',
  productImage: null,
  selectedColor: 'Gold',
  selectedSize: '7',
  sku: 'RNG-0001',
  quantity: 2,
  price: 1450,
};
const order = {
  id: '6a21a1c09b3e4d0012a4b101',
  orderNumber: 'ORD-10042',
  customerName: 'Ayesha Khan',
  items: [ring, { ...ring, productName: 'Jhumka', selectedColor: null, selectedSize: null, quantity: 1 }],
  totalAmount: 4350,
  status: 'processing' as const,
  city: 'Lahore',
};
const values = readyTextValues(order, { shop: 'Naqsh', link: 'https://naqsh.example/order/ORD-10042#key' });

test('every placeholder has its value, pieces one to a line', () => {
  expect(values).toMatchObject({
    name: 'Ayesha Khan',
    order: 'ORD-10042',
    items: '2 × Kundan Ring (7, Gold)\n1 × Jhumka',
    total: 'Rs.\u00a04,350',
    city: 'Lahore',
    shop: 'Naqsh',
  });
  expect(fillReadyText('{name}: {order}, {total}\n{items}', values)).toBe(
    'Ayesha Khan: ORD-10042, Rs.\u00a04,350\n2 × Kundan Ring (7, Gold)\n1 × Jhumka',
  );
});

test('the sum to have ready is what is due at the door, and nobody who has paid is asked for it', () => {
  const paid = { advance: 350, credit: 0, collected: 0, refunded: 0, due: 4000, toRefund: 0 };
  const sent = (sums: typeof paid) =>
    fillReadyText(DEFAULT_READY_TEXTS.shipped.en, readyTextValues({ ...order, paid: sums }, { shop: 'Naqsh', link: 'x' }));
  expect(values.due).toBe(values.total);
  expect(sent(paid)).toContain('Please keep Rs.\u00a04,000 in cash ready.\nKeep your phone on');
  expect(sent({ ...paid, advance: 4350, due: 0 })).not.toMatch(/cash/);
});

test('a line whose placeholder has no value is left out, the others stay', () => {
  const bare: ReadyTextValues = { ...values, city: '', link: '' };
  expect(fillReadyText('Salam {name}\nCity: {city}\n\nTotal {total}\nHere: {link}', bare)).toBe(
    'Salam Ayesha Khan\n\nTotal Rs.\u00a04,350',
  );
});

test('braces that are no placeholder stay where whoever writes the text sees them', () => {
  expect(fillReadyText('Salam {nmae} {constructor}, {}', values)).toBe('Salam {nmae} {constructor}, {}');
});

test('a name with a placeholder in it is only a name', () => {
  expect(fillReadyText('Salam {name}!', { ...values, name: '{total} $& {' })).toBe('Salam {total} $& {!');
});

test.each([
  ['{nmae}, salam', '{nmae} is no placeholder'],
  ['{نام}', '{نام} is no placeholder'],
  ['{Name}', '{Name} is no placeholder'],
  ['{toString}', '{toString} is no placeholder'],
  ['Salam { }!', '{ } is empty'],
  ['{}', '{} is empty'],
  ['{name', 'A brace stands alone'],
  ['name}', 'A brace stands alone'],
  ['{na\nme}', 'A brace stands alone'],
  ['{{name}}', 'A brace stands alone'],
])('%j is refused: %s', (text, complaint) => {
  expect(placeholderComplaint(text)).toContain(complaint);
});

test('text without braces, and every placeholder, are fine', () => {
  expect(placeholderComplaint(`Salam! ${PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`)).toBeNull();
});

const defaults = READY_TEXT_KEYS.flatMap((key) =>
  READY_TEXT_LANGUAGES.map((language) => [key, language, DEFAULT_READY_TEXTS[key][language]] as const),
);

test.each(defaults)('the default %s in %s can be saved, and names person, shop and order', (_, language, text) => {
  expect(placeholderComplaint(text)).toBeNull();
  for (const name of ['{name}', '{shop}', '{order}']) expect(text).toContain(name);
  const words = text.replace(/\{\w+\}/g, '');
  expect(/\p{Script=Arabic}/u.test(words)).toBe(language === 'ur');
  expect(/\p{Script=Latin}/u.test(words)).toBe(language !== 'ur');
});

test('the three languages of a default have the same placeholders', () => {
  for (const key of READY_TEXT_KEYS) {
    const used = READY_TEXT_LANGUAGES.map((language) => DEFAULT_READY_TEXTS[key][language].match(/\{\w+\}/g)?.toSorted());
    expect(used).toEqual([used[0], used[0], used[0]]);
  }
});

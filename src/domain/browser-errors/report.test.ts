import { expect, test } from 'vitest';
import { pageKind, withoutValues } from './report.ts';

test.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'price')",
    'TypeError: Cannot read properties of undefined (reading price)',
  ],
  ['TypeError: can\'t access property "price", x is undefined', "TypeError: can't access property price, x is undefined"],
  [
    'Error: Minified React error #418; visit https://react.dev/errors/418?args[]=Sara for',
    'Error: Minified React error #418; visit [address] for',
  ],
  [
    'SyntaxError: Unexpected token \'S\', "Sara Khan "... is not valid JSON',
    'SyntaxError: Unexpected token "…", "…"... is not valid JSON',
  ],
  ['No answer from /order/ORD-10042#Zm9vYmFyYmF6cXV4 at 12:30', 'No answer from [address] at #'],
  ['Call 0300 1234567 or +92 (300) 123-4567 or sara.khan@example.com', 'Call # or # or [e-mail]'],
  ['ORD-10042 costs Rs 3,450.50', 'ORD-# costs Rs #'],
  ['key 7c9e6679-7425-40de-944b-e07fc1f90afe is gone', 'key [key] is gone'],
  ['سارہ خان is not a function', 'is not a function'],
  ["Sara's order: 'an unclosed text of Sara", 'Sara\'s order: "…"'],
  ['x is not a function\n    at Sara', 'x is not a function at Sara'],
  ['', 'Unknown error'],
])('%s says what broke, and nothing of anybody', (message, said) => {
  expect(withoutValues(message)).toBe(said);
});

test('a message is cut, and cleaning it twice changes nothing', () => {
  const once = withoutValues(`Error #${'abc '.repeat(200)}`);
  expect(once.length).toBeLessThanOrEqual(200);
  expect(withoutValues(once)).toBe(once);
  expect(withoutValues('Minified React error #418; visit 12')).toBe(
    withoutValues(withoutValues('Minified React error #418; visit 12')),
  );
});

test.each([
  ['/', '/'],
  ['/product/rose-gold-halo-ring', '/product/*'],
  ['/order/ORD-10042', '/order/*'],
  ['/products', '/products'],
  ['/admin', '/admin'],
  ['/admin/orders', '/admin/orders'],
  ['/admin/orders/ORD-10042/edit', '/admin/orders/*'],
  ['/admin/03001234567', '/admin/*'],
  ['/sara-khan', '/*'],
])('the page %s is of the kind %s', (path, kind) => {
  expect(pageKind(path)).toBe(kind);
});

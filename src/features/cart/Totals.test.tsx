import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { orderSums, sumText } from '#domain/orders/sums.ts';
import { Totals } from './Totals.tsx';

test('what a cart costs is told in the rows of the order that it becomes', () => {
  const markup = renderToStaticMarkup(<Totals subtotal={2000} delivery={{ freeFrom: 3000, fee: 200 }} code="EID10" off={150} />);
  const rows = [...markup.matchAll(/<dt>(.+?)<\/dt><dd[^>]*>(.+?)<\/dd>/g)].map(([, name, text]) => [name, text]);
  const order = { subtotal: 2000, discount: 150, discountCode: 'EID10', shipping: 200, totalAmount: 2050 };
  expect(rows).toEqual(orderSums(order).map((sum) => [sum.name, sumText(sum)]));
});

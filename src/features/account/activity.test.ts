import { expect, test } from 'vitest';
import { recentActivity } from './activity.ts';

const order = { orderNumber: 'ORD-7', createdAt: '2026-11-18T08:00:00.000Z', totalAmount: 2050, phone: '' };
const review = {
  userName: 'Sana',
  editToken: 't',
  id: 'r1',
  productId: 'p1',
  productName: 'Halo Ring',
  rating: 5,
  comment: '',
  createdAt: '2026-11-19T08:00:00.000Z',
};
const favorite = { id: 'f1', name: 'Pendant', category: '', image: '', price: 1, stockQuantity: 1, originalPrice: null };

test('the latest activity comes first, and favorites, which have no date, last', () => {
  expect(recentActivity([order], [review], [favorite]).map(({ text, day }) => [text, day])).toEqual([
    ['Reviewed Halo Ring with 5 of 5 stars', '19 November 2026'],
    ['Placed order ORD-7 for Rs.\u00a02,050', '18 November 2026'],
    ['Added Pendant to favorites', ''],
  ]);
});

test('a review stored without product or date still counts', () => {
  expect(recentActivity([], [{ ...review, productName: '', rating: 0, createdAt: '' }], [])).toMatchObject([
    { text: 'Reviewed a product', day: '' },
  ]);
});

test('the list is limited', () => {
  const orders = Array.from({ length: 20 }, (_, index) => ({ ...order, orderNumber: `ORD-${index}` }));
  expect(recentActivity(orders, [], [])).toHaveLength(6);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const { call, rows, staff } = await staffedShop();

let productId: string;
beforeEach(async () => {
  await rows('delete from reviews where true');
  const body = { name: 'Pearl Studs', price: 500, category: 'earrings', images: ['/media/a.webp'] };
  productId = (await staff('POST', '/api/products', body)).json.data.id;
});

const write = async (rating: number) =>
  (await call('POST', `/api/products/${productId}/reviews`, { body: { userName: 'Hira', rating, comment: 'Hm' } })).json.data;
const shown = async () => (await call('GET', `/api/products/${productId}/reviews`)).json.data;
const rating = async () => (await call('GET', `/api/products/${productId}`)).json.data.rating;
const all = async (query = '') => (await staff('GET', `/api/reviews${query}`)).json.data;

describe('a review', () => {
  test('hidden by staff is not counted and shown only to staff, until it is published again', async () => {
    const { review } = await write(1);
    await write(5);
    await staff('PUT', `/api/reviews/${review.id}/visibility`, { isPublished: false });
    expect(await rating()).toBe(5);
    expect(await shown()).toHaveLength(1);
    expect(await all('?published=false')).toMatchObject([{ id: review.id, isPublished: false, productName: 'Pearl Studs' }]);
    await staff('PUT', `/api/reviews/${review.id}/visibility`, { isPublished: true });
    expect(await rating()).toBe(3);
  });

  test('gets a public answer that can be removed; the author’s text does not change', async () => {
    const { review } = await write(4);
    const { json } = await staff('PUT', `/api/reviews/${review.id}/answer`, { answer: ' Thank you! ' });
    expect(json.data).toMatchObject({ answer: 'Thank you!', answeredAt: expect.any(String), comment: 'Hm', updatedAt: null });
    expect(await shown()).toMatchObject([{ answer: 'Thank you!' }]);
    expect(await all('?answered=true')).toHaveLength(1);
    await staff('PUT', `/api/reviews/${review.id}/answer`, { answer: '' });
    expect(await shown()).toMatchObject([{ answer: '', answeredAt: null }]);
  });

  test('is filtered by stars, and bad fields are named', async () => {
    await write(2);
    await write(5);
    expect(await all('?rating=2')).toHaveLength(1);
    expect(await all('?answered=true')).toEqual([]);
    expect((await staff('GET', '/api/reviews?rating=6')).json.errors).toEqual([{ path: 'rating', message: '1 to 5' }]);
    expect((await staff('PUT', '/api/reviews/0123456789abcdef01234567/visibility', { isPublished: true })).status).toBe(404);
    expect((await staff('PUT', '/api/reviews/0123456789abcdef01234567/answer', { answer: 'x' })).status).toBe(404);
  });
});

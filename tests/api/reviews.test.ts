import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
const { token } = shop;

let address = 0;
/** Every call from an address of its own, so that the limit counts only where it is meant. */
const ip = () => `203.0.113.${++address}`;

let productId: string;
beforeEach(async () => {
  const body = { name: 'Pearl Studs', price: 500, category: 'earrings', images: ['/media/a.webp'] };
  productId = (await shop.call('POST', '/api/products', { token, body, ip: ip() })).json.data.id;
});

const lovely = { userName: 'Hira', rating: 5, comment: 'Lovely' };
const write = (body: unknown, from = ip()) => shop.call('POST', `/api/products/${productId}/reviews`, { body, ip: from });
const list = async (query = '') => (await shop.call('GET', `/api/products/${productId}/reviews${query}`)).json;
const figures = async () => {
  const { rating, reviewCount } = (await shop.call('GET', `/api/products/${productId}`)).json.data;
  return { rating, reviewCount };
};
const edit = (id: string, body: unknown, headers: Record<string, string> = {}, bearer?: string) =>
  shop.call('PUT', `/api/reviews/${id}`, { body, headers, ip: ip(), ...(bearer ? { token: bearer } : {}) });
const remove = (id: string, headers: Record<string, string> = {}, bearer?: string) =>
  shop.call('DELETE', `/api/reviews/${id}`, { headers, ip: ip(), ...(bearer ? { token: bearer } : {}) });

describe('a review', () => {
  test('is shown at once, counts in the rating, and gives only its author a token', async () => {
    const { status, json } = await write({ ...lovely, userName: '  Hira ' });
    expect(status).toBe(201);
    expect(json.data.review).toMatchObject({ ...lovely, productId, updatedAt: null });
    expect(json.data.editToken).toMatch(/^[\w-]{43}$/);
    expect(await figures()).toEqual({ rating: 5, reviewCount: 1 });

    const listed = await list();
    expect(listed.data).toEqual([json.data.review]);
    expect(JSON.stringify(listed)).not.toContain(json.data.editToken);
    const [kept] = await shop.rows(`select token_hash from review_edit_tokens where review_id = '${json.data.review.id}'`);
    expect(kept.token_hash).toBe(createHash('sha256').update(json.data.editToken).digest('hex'));
  });

  test('counts in the average rating, rounded to one decimal', async () => {
    for (const rating of [5, 4, 4]) await write({ ...lovely, rating });
    expect(await figures()).toEqual({ rating: 4.3, reviewCount: 3 });
  });

  test.each([
    ['userName', { userName: ' ' }],
    ['rating', { rating: undefined }],
    ['rating', { rating: 0 }],
    ['comment', { comment: '\n' }],
  ])('without its %s is refused in the words of the form: %o', async (field, changes) => {
    const { status, json } = await write({ ...lovely, ...changes });
    expect([status, json.message, json.errors[0].path]).toEqual([422, 'Please fill in all fields and select a rating', field]);
    expect(await figures()).toEqual({ rating: 0, reviewCount: 0 });
  });

  test.each([
    ['rating', { rating: 6 }],
    ['rating', { rating: 4.5 }],
    ['rating', { rating: '5' }],
    ['userName', { userName: 'x'.repeat(81) }],
    ['comment', { comment: 'x'.repeat(2001) }],
  ])('with a wrong %s is refused at that field', async (field, changes) => {
    const { status, json } = await write({ ...lovely, ...changes });
    expect([status, json.errors[0].path]).toEqual([422, field]);
  });

  test('of a product that is not on sale is a 404', async () => {
    await shop.call('DELETE', `/api/products/${productId}`, { token });
    expect((await write(lovely)).json.code).toBe('product_not_found');
    expect((await list()).code).toBe('product_not_found');
  });

  test('is refused when its address writes too many', async () => {
    const from = ip();
    for (let number = 0; number < 5; number++) expect((await write(lovely, from)).status).toBe(201);
    expect((await write(lovely, from)).status).toBe(429);
    expect((await write(lovely)).status).toBe(201);
  });
});

test('published reviews are listed newest first, in pages', async () => {
  const { data, pagination } = (await shop.call('GET', `/api/products/${RING.id}/reviews?limit=2`)).json;
  const times = data.map(({ createdAt }: { createdAt: string }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(pagination).toMatchObject({ page: 1, limit: 2 });
  await shop.rows(`update reviews set is_published = false where id = '${data[0].id}'`);
  const after = (await shop.call('GET', `/api/products/${RING.id}/reviews?limit=2`)).json;
  expect(after.pagination.totalItems).toBe(pagination.totalItems - 1);
  expect(after.data[0].id).toBe(data[1].id);
});

describe('who may edit a review', () => {
  let id: string;
  let editToken: string;
  beforeEach(async () => {
    const { data } = (await write(lovely)).json;
    id = data.review.id;
    editToken = data.editToken;
  });

  test('its author edits it with the token, and the rating follows', async () => {
    const { status, json } = await edit(id, { rating: 2 }, { 'X-Edit-Token': editToken });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ ...lovely, rating: 2, updatedAt: expect.any(String) });
    expect(await figures()).toEqual({ rating: 2, reviewCount: 1 });
  });

  test('its author deletes it with the token, and the rating follows', async () => {
    expect((await remove(id, { 'X-Edit-Token': editToken })).json.data.id).toBe(id);
    expect(await figures()).toEqual({ rating: 0, reviewCount: 0 });
    expect((await remove(id, { 'X-Edit-Token': editToken })).json).toMatchObject({ code: 'review_not_found' });
  });

  test('staff may edit and delete it', async () => {
    expect((await edit(id, { comment: 'Moderated' }, {}, token)).json.data.comment).toBe('Moderated');
    expect((await edit(id, { comment: 'Again' }, { 'X-Edit-Token': 'wrong' }, token)).status).toBe(200);
    expect((await remove(id, {}, token)).status).toBe(200);
  });

  test('without a token the answer is 401, with another author’s or a shopper’s token 403', async () => {
    const stranger = await edit(id, { rating: 1 });
    expect([stranger.status, stranger.json.code]).toEqual([401, 'not_signed_in']);

    const other = (await write(lovely)).json.data.editToken;
    for (const wrong of [other, 'x', editToken.toUpperCase(), `${editToken}a`]) {
      const answer = await edit(id, { rating: 1 }, { 'X-Edit-Token': wrong });
      expect([answer.status, answer.json.code]).toEqual([403, 'not_your_review']);
      expect((await remove(id, { 'X-Edit-Token': wrong })).status).toBe(403);
    }

    const body = { email: `${id}@example.com`, password: 'a long enough password' };
    const { token } = (await shop.call('POST', '/api/auth/signup', { body })).json.data;
    expect((await edit(id, { rating: 1 }, {}, token)).status).toBe(403);
    expect((await remove(id)).status).toBe(401);
    expect((await list()).data.find((review: { id: string }) => review.id === id)).toMatchObject(lovely);
  });

  test.each([[{}], [{ userName: 'Somebody else' }], [{ rating: 9 }], [{ comment: '' }]])(
    'an edit to %o is refused',
    async (body) => {
      expect((await edit(id, body, { 'X-Edit-Token': editToken })).status).toBe(422);
    },
  );
});

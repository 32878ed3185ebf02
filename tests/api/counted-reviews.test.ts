import { beforeEach, expect, test } from 'vitest';
import { orderFor } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

let productId: string;
const shop = await staffedShop({ rateLimits: 'on' });
const { token } = shop;
beforeEach(async () => {
  await shop.rows('delete from rate_limits');
  const body = { name: 'Pearl Studs', price: 500, category: 'earrings', images: ['/media/a.webp'], stockQuantity: 20 };
  productId = (await shop.call('POST', '/api/products', { token, body })).json.data.id;
});

let networks = 0;
const somewhere = () => `198.51.100.${++networks}`;
const review = async (changes: object = {}, ip = somewhere()) => {
  const body = { userName: 'Hira', rating: 1, comment: 'Hm', ...changes };
  return (await shop.call('POST', `/api/products/${productId}/reviews`, { body, ip })).json.data.review;
};
const figures = async () => {
  const { rating, reviewCount } = (await shop.call('GET', `/api/products/${productId}`)).json.data;
  return [rating, reviewCount];
};
const deliver = async (status = 'delivered') => {
  const order = orderFor([{ productId, quantity: 1 }], 700, { customerPhone: '0321 7654321', customerEmail: 'sana@example.com' });
  const { json } = await shop.call('POST', '/api/orders', { body: order, ip: somewhere() });
  await shop.rows(`update orders set status = '${status}' where id = '${json.data.id}'`);
};

test('three reviews of one network count a day, over all products; the rest waits, shown to nobody but staff', async () => {
  const from = somewhere();
  for (let n = 0; n < 3; n += 1) expect(await review({}, from)).toMatchObject({ awaitsStaff: false, boughtHere: false });
  expect(await review({ rating: 5 }, from)).toMatchObject({ awaitsStaff: true });
  expect(await figures()).toEqual([1, 3]);
  expect((await shop.call('GET', `/api/products/${productId}/reviews`)).json.data).toHaveLength(3);
});

test('five reviews of one product count an hour, from however many networks', async () => {
  const reviews = await Promise.all(Array.from({ length: 12 }, () => review()));
  expect(reviews.filter(({ awaitsStaff }) => awaitsStaff)).toHaveLength(7);
  expect(await figures()).toEqual([1, 5]);
  await shop.rows(`update reviews set created_at = created_at - interval '1 hour' where product_id = '${productId}'`);
  expect(await review()).toMatchObject({ awaitsStaff: false });
});

test('staff approve or refuse what waits, and it leaves the list of what does', async () => {
  const from = somewhere();
  for (let n = 0; n < 3; n += 1) await review({}, from);
  const [good, bad] = [await review({ rating: 5 }, from), await review({}, from)];
  const waiting = async () => {
    const { data } = (await shop.call('GET', '/api/reviews?waiting=true', { token })).json;
    return data.filter((each: { productId: string }) => each.productId === productId).map(({ id }: { id: string }) => id);
  };
  expect(await waiting()).toEqual([bad.id, good.id]);
  const decide = (id: string, isPublished: boolean) =>
    shop.call('PUT', `/api/reviews/${id}/visibility`, { token, body: { isPublished } });
  await decide(good.id, true);
  await decide(bad.id, false);
  expect(await waiting()).toEqual([]);
  expect(await figures()).toEqual([2, 4]);
});

test.each(['0321-7654321', '+92 321 7654321', 'Sana@Example.com'])(
  'whoever had the product delivered is marked, by %s, and counts whatever others write',
  async (contact) => {
    await deliver();
    for (let n = 0; n < 6; n += 1) await review();
    const marked = await review({ contact, rating: 5 });
    expect(marked).toMatchObject({ boughtHere: true, awaitsStaff: false });
    expect(JSON.stringify(marked)).not.toContain(contact);
    expect((await figures())[1]).toBe(6);
    // Each buyer has one: the next is anybody's.
    expect(await review({ contact })).toMatchObject({ boughtHere: false, awaitsStaff: true });
  },
);

test('nobody is marked for saying so, for an order that is not delivered, or for another product', async () => {
  await deliver('shipped');
  expect(await review({ contact: '0321 7654321', boughtHere: true })).toMatchObject({ boughtHere: false });
  await deliver();
  const other = { name: 'Hoops', price: 500, category: 'earrings', images: ['/media/a.webp'] };
  productId = (await shop.call('POST', '/api/products', { token, body: other })).json.data.id;
  for (const contact of ['0321 7654321', '', 'nobody@example.com', 'no phone'])
    expect(await review({ contact })).toMatchObject({ boughtHere: false });
});

test('simultaneous reviews of one buyer give one mark', async () => {
  await deliver();
  const reviews = await Promise.all(Array.from({ length: 6 }, () => review({ contact: '0321 7654321' })));
  expect(reviews.filter(({ boughtHere }) => boughtHere)).toHaveLength(1);
});

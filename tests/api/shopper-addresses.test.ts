import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

const HOME = {
  name: 'Sana Khan',
  phone: '0300 1234567',
  address: '12 Mall Road',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
};
const OFFICE = { ...HOME, address: '3rd floor, 90 The Mall', zipCode: '' };

/** The addresses of a new account. */
async function newBook() {
  const body = { email: `${randomUUID()}@example.com`, password: 'a long enough password' };
  const { token } = (await shop.call('POST', '/api/auth/signup', { body })).json.data;
  return {
    token,
    list: async () => (await shop.call('GET', '/api/auth/addresses', { token })).json.data,
    save: (address: unknown) => shop.call('POST', '/api/auth/addresses', { token, body: address }),
    correct: (id: string, address: unknown) => shop.call('PUT', `/api/auth/addresses/${id}`, { token, body: address }),
    remove: (id: string) => shop.call('DELETE', `/api/auth/addresses/${id}`, { token }),
  };
}

type Book = Awaited<ReturnType<typeof newBook>>;

const placesOf = async (book: Book) => (await book.list()).map(({ address }: { address: string }) => address);

async function fill(book: Book, count: number) {
  for (let n = 0; n < count; n++) await book.save({ ...HOME, address: `${n} Mall Road` });
}

describe('saving an address', () => {
  test('keeps it as an order would, the last one first', async () => {
    const book = await newBook();
    expect(await book.list()).toEqual([]);
    const { status, json } = await book.save({ ...HOME, phone: '0300-1234567, 042 35761234', address: ' 12 Mall Road ' });
    expect(status).toBe(201);
    const given = { id: expect.stringMatching(/^[0-9a-f]{24}$/), createdAt: expect.any(String), usedAt: expect.any(String) };
    expect(json.data).toEqual({ ...HOME, phone: '+923001234567 / +924235761234', address: '12 Mall Road', ...given });
    await book.save(OFFICE);
    expect(await placesOf(book)).toEqual([OFFICE.address, HOME.address]);
  });

  test('of the same place again corrects it, and it comes first', async () => {
    const book = await newBook();
    const first = (await book.save(HOME)).json.data;
    await book.save(OFFICE);
    const again = await book.save({ ...HOME, name: 'Ammi', address: '12 MALL road', zipCode: '54001' });
    expect(again.json.data).toMatchObject({ id: first.id, name: 'Ammi', zipCode: '54001' });
    expect(await placesOf(book)).toEqual(['12 MALL road', OFFICE.address]);
  });

  test.each([
    ['name', { name: ' ' }, 'Required'],
    ['phone', { phone: '0300 123' }, 'A Pakistani mobile number has 11 digits: 03xx xxxxxxx'],
    ['address', { address: '' }, 'Required'],
    ['country', { country: 'zz' }, 'Use the two-letter code of a country, like pk'],
  ])('with a wrong %s is refused at that field', async (path, changes, message) => {
    const book = await newBook();
    const { status, json } = await book.save({ ...HOME, ...changes });
    expect([status, json.errors]).toEqual([422, [{ path, message }]]);
    expect(await book.list()).toEqual([]);
  });

  test('is refused to the eleventh, while a known place can still be saved', async () => {
    const book = await newBook();
    await fill(book, 10);
    const { status, json } = await book.save(OFFICE);
    expect([status, json.code]).toEqual([409, 'too_many_addresses']);
    expect((await book.save({ ...HOME, address: '3 Mall Road' })).status).toBe(201);
    expect(await book.list()).toHaveLength(10);
  });

  test('twice at once beside nine keeps ten', async () => {
    const book = await newBook();
    await fill(book, 9);
    const both = await Promise.all([book.save(HOME), book.save(OFFICE)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await book.list()).toHaveLength(10);
  });

  test('twice at once keeps the place once', async () => {
    const book = await newBook();
    const both = await Promise.all([book.save(HOME), book.save(HOME)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await book.list()).toHaveLength(1);
  });
});

describe('a saved address', () => {
  test('is corrected where it stands, and takes the place of another', async () => {
    const book = await newBook();
    const home = (await book.save(HOME)).json.data;
    await book.save(OFFICE);
    const moved = await book.correct(home.id, { ...HOME, address: '7 Canal Road' });
    expect(moved.json.data).toMatchObject({ id: home.id, address: '7 Canal Road', usedAt: home.usedAt });
    expect(await placesOf(book)).toEqual([OFFICE.address, '7 Canal Road']);
    await book.correct(home.id, OFFICE);
    expect((await book.list()).map(({ id }: { id: string }) => id)).toEqual([home.id]);
  });

  test('comes first once it was ordered to', async () => {
    const book = await newBook();
    await book.save(HOME);
    await book.save(OFFICE);
    const { address, city } = HOME;
    const order = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, { customerAddress: address, city });
    expect((await shop.call('POST', '/api/orders', { token: book.token, body: order })).status).toBe(201);
    expect(await placesOf(book)).toEqual([HOME.address, OFFICE.address]);
  });

  test('is deleted once', async () => {
    const book = await newBook();
    const { id } = (await book.save(HOME)).json.data;
    expect((await book.remove(id)).status).toBe(200);
    expect(await book.list()).toEqual([]);
    expect((await book.remove(id)).json.code).toBe('address_not_found');
  });

  test('is nobody else’s: others neither see, correct nor delete it, and keep their own of the same place', async () => {
    const [mine, other] = [await newBook(), await newBook()];
    const { id } = (await mine.save(HOME)).json.data;
    const own = (await other.save(HOME)).json.data;
    expect(own.id).not.toBe(id);
    for (const refused of [await other.correct(id, HOME), await other.correct(id, OFFICE), await other.remove(id)])
      expect([refused.status, refused.json.code]).toEqual([404, 'address_not_found']);
    expect(await mine.list()).toEqual([expect.objectContaining({ id, address: HOME.address })]);
    expect(await other.list()).toEqual([own]);
  });
});

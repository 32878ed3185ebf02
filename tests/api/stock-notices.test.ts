import { afterAll, describe, expect, test } from 'vitest';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const receiver = await startMailReceiver();
Object.assign(process.env, {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: receiver.url,
  MAIL_FROM: 'Naqsh <orders@shop.test>',
});
afterAll(() => receiver.stop());
const shop = await staffedShop({ rateLimits: 'on' });
const { staff } = shop;

let number = 0;
/** Asks from an address of its own, so that the limit counts only where it is meant. */
const ask = ({ id }: { id: string }, notice: unknown, ip = `203.0.113.${++number}`) =>
  shop.call('POST', `/api/products/${id}/notices`, { body: notice, ip });

/** A product without pieces, counted by the sizes it offers. */
async function addSoldOut(sizes: string[] = []) {
  const { json } = await staff('POST', '/api/products', {
    name: `Bangles ${++number}`,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    sizes,
    ...(sizes.length > 0 ? { variants: sizes.map((size) => ({ size, stockQuantity: 0 })) } : { stockQuantity: 0 }),
  });
  return json.data;
}

const stockArrives = ({ id }: { id: string }, size?: string, quantity = 3) =>
  staff('POST', '/api/stock-history/adjust', { productId: id, transactionType: 'purchase', quantity, ...(size ? { size } : {}) });
const mailsTo = async (address: string) => {
  await shop.runScheduled('housekeeping');
  return [...receiver.mails.values()].filter(({ to }) => [to].flat().includes(address));
};
const list = async (status = '') => (await staff('GET', `/api/stock-notices${status && `?status=${status}`}`)).json.data;
const rowsOf = (product: { id: string }) =>
  shop.rows(`select color, size, email, phone, back_at is not null as back, told_at is not null as told
               from stock_notices where product_id = '${product.id}' order by created_at, id`);

describe('who asks for a size', () => {
  test('gets one mail when that size is back, and none for another size', async () => {
    const bangles = await addSoldOut(['2.4', '2.6']);
    for (const email of ['hina@example.com', 'Hina@Example.com']) {
      expect(await ask(bangles, { email, size: '2.6', color: 'Gold' })).toMatchObject({ status: 201, json: { data: null } });
    }
    expect(await rowsOf(bangles)).toEqual([
      { color: '', size: '2.6', email: 'hina@example.com', phone: null, back: false, told: false },
    ]);

    await stockArrives(bangles, '2.4');
    expect(await mailsTo('hina@example.com')).toEqual([]);
    await stockArrives(bangles, '2.6');
    const [mail, ...others] = await mailsTo('hina@example.com');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: `${bangles.name} (2.6) is back` });
    expect(mail?.text).toContain(`/product/${bangles.id}`);
    const [, photo] = /<img src="([^"]+)"/.exec(mail?.html ?? '') ?? [];
    expect(new URL(photo?.replaceAll('&#38;', '&') ?? '').searchParams.get('url')).toBe(bangles.images[0]);

    await staff('POST', '/api/stock-history/adjust', {
      productId: bangles.id,
      transactionType: 'adjustment',
      quantity: 0,
      size: '2.6',
    });
    await stockArrives(bangles, '2.6');
    expect(await mailsTo('hina@example.com')).toHaveLength(1);
    expect(await rowsOf(bangles)).toMatchObject([{ back: true, told: true }]);
  });

  test('is served by a cancelled order, and by a product that is put on sale again', async () => {
    const pendant = { id: PENDANT.id };
    await staff('PUT', `/api/products/${PENDANT.id}`, { stockQuantity: 1 });
    const { json } = await shop.call('POST', '/api/orders', { body: orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550) });
    await ask(pendant, { email: 'first@example.com' });
    await staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'cancelled' });
    expect(await mailsTo('first@example.com')).toHaveLength(1);

    await staff('PUT', `/api/products/${PENDANT.id}`, { isAvailable: false });
    await ask(pendant, { email: 'second@example.com' });
    await stockArrives(pendant);
    expect(await mailsTo('second@example.com')).toEqual([]);
    await staff('PUT', `/api/products/${PENDANT.id}`, { isAvailable: true });
    expect(await mailsTo('second@example.com')).toHaveLength(1);
  });

  test.each([
    ['no size', { email: 'hina@example.com' }, 'size'],
    ['a size the product does not come in', { email: 'hina@example.com', size: '9' }, 'size'],
    ['neither an address nor a number', { size: '2.4' }, 'email'],
    ['both', { size: '2.4', email: 'hina@example.com', phone: '0300 1234567' }, 'phone'],
    ['a number that is none', { size: '2.4', phone: '12' }, 'phone'],
  ])('and sends %s is refused at that field', async (_, notice, field) => {
    const { status, json } = await ask(await addSoldOut(['2.4']), notice);
    expect([status, json.errors[0].path]).toEqual([422, field]);
  });

  test('hears that it is in stock, that the product is gone, or that twenty are enough', async () => {
    const bangles = await addSoldOut(['2.4', '2.6']);
    await stockArrives(bangles, '2.4');
    const notice = { email: 'eager@example.com', size: '2.4' };
    expect((await ask(bangles, notice)).json).toMatchObject({
      code: 'already_in_stock',
      message: `${bangles.name} is in stock: you can order it now`,
    });
    expect((await ask({ id: 'f'.repeat(24) }, notice)).json.code).toBe('product_not_found');
    await shop.rows(`insert into stock_notices (product_id, size, email)
      select '${bangles.id}', 's' || n, 'eager@example.com' from generate_series(1, 20) n`);
    for (const email of ['eager@example.com', 'Eager+more@example.com'])
      expect(await ask(bangles, { email, size: '2.6' })).toMatchObject({ status: 429, json: { code: 'too_many_notices' } });
  });

  test('waits once with one mailbox, however it is spelt', async () => {
    const bangles = await addSoldOut();
    const spellings = ['eager.buyer@gmail.com', 'eagerbuyer@gmail.com', 'Eager.Buyer+shop@googlemail.com'];
    for (const [n, email] of spellings.entries()) await ask(bangles, { email }, `192.0.2.${20 + n}`);
    const [row] = await shop.rows(`select count(*)::int as n from stock_notices where product_id = '${bangles.id}'`);
    expect(row.n).toBe(1);
  });

  test('may ask five times a minute', async () => {
    const bangles = await addSoldOut();
    for (let sent = 0; sent < 5; sent++)
      expect((await ask(bangles, { email: `a${sent}@example.com` }, '192.0.2.9')).status).toBe(201);
    expect((await ask(bangles, { email: 'one.more@example.com' }, '192.0.2.9')).status).toBe(429);
  });
});

test('who left a phone number waits for staff, who see it, say so, and may remove it', async () => {
  const bangles = await addSoldOut();
  await ask(bangles, { phone: '0321 7654321' });
  const [waiting] = await list('waiting');
  expect(waiting).toMatchObject({ productName: bangles.name, phone: '+923217654321', email: null, backAt: null, toldAt: null });
  expect(waiting).not.toHaveProperty('token');
  expect((await staff('PUT', `/api/stock-notices/${waiting.id}/told`)).json.code).toBe('not_back_yet');

  await stockArrives(bangles);
  expect((await list('back')).map(({ id }: { id: string }) => id)).toEqual([waiting.id]);
  expect((await staff('PUT', `/api/stock-notices/${waiting.id}/told`)).json.data.toldAt).toMatch(/Z$/);
  expect(await list('back')).toEqual([]);
  expect((await list('told'))[0].id).toBe(waiting.id);

  expect((await staff('DELETE', `/api/stock-notices/${waiting.id}`)).status).toBe(200);
  for (const [method, path] of [
    ['DELETE', ''],
    ['PUT', '/told'],
  ] as const)
    expect((await staff(method, `/api/stock-notices/${waiting.id}${path}`)).json.code).toBe('notice_not_found');
});

test('the link in the mail asks first, then forgets the person and nobody else', async () => {
  const [bangles, rings] = [await addSoldOut(), await addSoldOut()];
  for (const product of [bangles, rings])
    for (const name of ['leaver', 'stayer']) await ask(product, { email: `${name}@example.com` });
  await stockArrives(bangles);
  const [mail] = await mailsTo('leaver@example.com');
  const link = new URL(/http\S+stop-notices\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const address = `http://shop.test${link.pathname}${link.search}`;

  const question = await (await shop.ask(new Request(address))).text();
  expect(question).toContain(`value="${link.searchParams.get('token')}"><button>Forget my address</button>`);
  expect(await rowsOf(rings)).toHaveLength(2);

  for (const _ of ['once', 'again']) {
    const body = new URLSearchParams(link.search);
    const answer = await shop.ask(new Request(`http://shop.test${link.pathname}`, { method: 'POST', body }));
    expect(await answer.text()).toContain('<h1>Your address is deleted.</h1>');
  }
  for (const product of [bangles, rings])
    expect((await rowsOf(product)).map(({ email }) => email)).toEqual(['stayer@example.com']);
});

test('what is known of people goes a month after pieces came back, or half a year after they asked', async () => {
  const bangles = await addSoldOut();
  await shop.rows(`insert into stock_notices (product_id, email, created_at, back_at) values
    ('${bangles.id}', 'served.long.ago@example.com', now() - interval '60 days', now() - interval '31 days'),
    ('${bangles.id}', 'served@example.com', now() - interval '60 days', now() - interval '29 days'),
    ('${bangles.id}', 'waits.too.long@example.com', now() - interval '181 days', null),
    ('${bangles.id}', 'waits@example.com', now() - interval '179 days', null)`);
  await shop.rows(`delete from shop.job_runs where name = 'purge_expired'`);
  await shop.runScheduled('housekeeping');
  expect((await rowsOf(bangles)).map(({ email }) => email)).toEqual(['waits@example.com', 'served@example.com']);
});

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const receiver = await startMailReceiver();
Object.assign(process.env, {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: receiver.url,
  MAIL_FROM: 'Naqsh <orders@shop.test>',
});
afterAll(() => receiver.stop());
const shop = await staffedShop();
beforeEach(async () => {
  await shop.rows('delete from mail_outbox');
  receiver.mails.clear();
});

let people = 0;

/** Somebody new who gets a ring and a pendant, and the mail that asks for reviews of them. */
async function askBuyer(customerEmail = `buyer-${++people}@example.com`) {
  const items = [
    { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size },
    { productId: PENDANT.id, quantity: 1 },
  ];
  const customer = { customerEmail, customerPhone: `0300 55500${String(people).padStart(2, '0')}` };
  const { json } = await shop.call('POST', '/api/orders', { body: orderFor(items, 3200, customer) });
  await shop.staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'delivered', cashWith: 'us' });
  await shop.rows(`update shop.review_requests set delivered_at = now() - interval '6 days' where order_id = '${json.data.id}'`);
  // At noon in Pakistan, whatever the time is.
  await shop.rows(
    `select queue_review_mails(((now() at time zone 'Asia/Karachi')::date + time '12:00') at time zone 'Asia/Karachi')`,
  );
  const find = () =>
    [...receiver.mails.values()].find(({ to, subject }) => to === customerEmail && subject.startsWith('How do you like'));
  // Orders' mails go first, and a run has its time: on a slow machine this one may be left to the next.
  for (let runs = 0; runs < 3 && !find(); runs += 1) await shop.runScheduled('housekeeping');
  const mail = find();
  const links = [...(mail?.text.matchAll(/https?:\S+/g) ?? [])].map(([link]) => new URL(link));
  return { order: json.data, mail, links, stop: links.at(-1) };
}

const post = (url: URL | undefined, init: RequestInit = {}) =>
  shop.ask(new Request(new URL(`${url?.pathname}${url?.search}`, 'http://shop.test'), { method: 'POST', ...init }));
const refusals = async () => (await shop.rows('select count(*)::integer as n from shop.review_refusals'))[0].n;
const review = async (productId: string, token = '') => {
  const body = { userName: 'Hira', rating: 5, comment: 'Lovely', token };
  const { status, json } = await shop.call('POST', `/api/products/${productId}/reviews`, { body });
  return [status, json.data?.review.boughtHere];
};

describe('the mail that asks for reviews', () => {
  test('has each piece with its photo and a link to its form, and nothing about the person in any address', async () => {
    const { order, mail, links } = await askBuyer();
    expect(mail?.subject).toBe(`How do you like your order ${order.orderNumber}?`);
    expect(links.slice(0, 2).map(({ pathname, hash }) => [pathname, hash.replace(/[\w-]{59}$/, '…')])).toEqual([
      [`/product/${RING.id}`, '#review=…'],
      [`/product/${PENDANT.id}`, '#review=…'],
    ]);
    expect(mail?.html.match(/<img src="[^"]+" alt="[^"]+" width="72" height="72"/g)).toHaveLength(2);
    for (const link of links) expect(decodeURIComponent(link.href)).not.toMatch(/buyer|@|Ayesha|0300|92300/);
    expect(links.find(({ pathname }) => pathname === `/order/${order.orderNumber}`)?.hash).toMatch(/^#[\w-]{20,}$/);
    for (const words of ['Rose Gold Halo Ring', 'Ruby Heart Pendant', 'Never ask me for reviews again', 'Ayesha']) {
      expect(mail?.html).toContain(words);
      expect(mail?.text).toContain(words);
    }
  });

  test('comes once', async () => {
    const { mail } = await askBuyer();
    expect(mail).toBeDefined();
    receiver.mails.clear();
    await shop.rows(
      `select queue_review_mails(((now() at time zone 'Asia/Karachi')::date + time '13:00') at time zone 'Asia/Karachi')`,
    );
    await shop.runScheduled('housekeeping');
    expect(receiver.mails.size).toBe(0);
  });
});

describe('a mail program', () => {
  test('ends such mails by the headers, whatever it sends along, and other mails go on', async () => {
    const { mail, stop } = await askBuyer('sana@example.com');
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${stop?.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const before = await refusals();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams('List-Unsubscribe=One-Click'), form, '']) {
      const answer = await post(stop, { body });
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('<h1>We never ask you for a review again.</h1>'),
      ]);
    }
    expect(await refusals()).toBe(before + 1);
    receiver.mails.clear();
    people += 1;
    expect((await askBuyer('Sana@Example.com')).mail).toBeUndefined();
    expect([...receiver.mails.values()].map(({ to }) => to)).toEqual(['sana@example.com']);
  });

  test('that only opens the link changes nothing: a page asks, and its button does what the header does', async () => {
    const { stop } = await askBuyer();
    const before = await refusals();
    const page = await (await shop.ask(new Request(new URL(`${stop?.pathname}${stop?.search}`, 'http://shop.test')))).text();
    expect(await refusals()).toBe(before);
    const [, action = ''] = /<form method="post" action="([^"]+)"><button>Never ask me again</.exec(page) ?? [];
    expect((await post(new URL(action, 'http://shop.test'), { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(200);
    expect(await refusals()).toBe(before + 1);
  });

  test('is told in words when the link was cut or changed, and pages of others cannot press the button', async () => {
    const { stop, links } = await askBuyer();
    const before = await refusals();
    const token = stop?.searchParams.get('token') ?? '';
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const wrong of [token.slice(0, -1), changed, links[0]?.hash.slice('#review='.length) ?? '', 'x'.repeat(64)]) {
      const answer = await post(new URL(`/forms/stop-review-mails?token=${wrong}`, 'http://shop.test'));
      expect([answer.status, await answer.text()], wrong).toEqual([
        422,
        expect.stringContaining('open it from the mail once more'),
      ]);
    }
    expect((await post(new URL('/forms/stop-review-mails', 'http://shop.test'))).status).toBe(422);
    expect((await post(stop, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect(await refusals()).toBe(before);
  });
});

test('a review from the mail is marked as bought here, once for each piece of that order, and no other token marks any', async () => {
  const { links, stop } = await askBuyer();
  const token = links[0]?.hash.slice('#review='.length) ?? '';
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
  for (const wrong of [changed, token.slice(0, 20), stop?.searchParams.get('token') ?? '', ''])
    expect(await review(RING.id, wrong), wrong).toEqual([201, false]);
  expect(await review(RING.id, token)).toEqual([201, true]);
  expect(await review(RING.id, token)).toEqual([201, false]);
  expect(await review(PENDANT.id, token)).toEqual([201, true]);
  const { json } = await shop.call('GET', '/api/products?limit=50');
  const other = json.data.find(({ id }: { id: string }) => id !== RING.id && id !== PENDANT.id);
  expect(await review(other.id, token)).toEqual([201, false]);
});

import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop({ rateLimits: 'on' });

const OWN = { 'Sec-Fetch-Site': 'same-origin' };

/** Sends a form as a browser without script does, and reads the page it is answered with. */
async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = OWN) {
  const answer = await shop.ask(
    new Request(new URL(path, 'http://shop.test'), { method: 'POST', headers, body: new URLSearchParams(fields) }),
  );
  return { status: answer.status, headers: answer.headers, page: await answer.text() };
}

const message = { firstName: 'Hina', lastName: '', email: 'hina@example.com', subject: '', message: 'Silver?\r\n<b>Gold</b>?' };

describe('a form sent without script', () => {
  test('sends a message to the shop with its line breaks', async () => {
    expect((await send('/forms/contact', message)).page).toContain('<h1>Message sent!</h1>');
    expect(await shop.rows(`select payload ->> 'message' as message from mail_outbox where kind = 'contact_message'`)).toEqual([
      { message: 'Silver?\n<b>Gold</b>?' },
    ]);
  });

  test('tracks an order, without the phone in any address', async () => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    const { json } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { customerPhone: '0321 7654321' }) });
    const { status, page } = await send('/forms/track', { orderNumber: json.data.orderNumber, phone: '۰۳۲۱ ۷۶۵۴۳۲۱' });
    expect(status).toBe(200);
    for (const words of [`Order ${json.data.orderNumber}`, 'Order placed', 'Rose Gold Halo Ring', 'Rs.\u00a02,050'])
      expect(page).toContain(words);
    expect(page).not.toMatch(/7654321|Ayesha|Street/);
    expect((await send('/forms/track', { orderNumber: json.data.orderNumber, phone: '0300 9999999' })).status).toBe(404);
  });

  test('tracks an order that is collected in the shop without a word of delivery', async () => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    const changes = { customerPhone: '0321 7654322', source: 'counter', customerAddress: '', city: '' };
    const sent = { body: orderFor([line], 1850, changes), token: await signInStaff(shop) };
    const { orderNumber } = (await shop.call('POST', '/api/orders/by-staff', sent)).json.data;
    const { page } = await send('/forms/track', { orderNumber, phone: '0321 7654322' });
    expect(page).toContain('Collected in the shop');
    expect(page).toContain('<dt>Total</dt>');
    expect(page).not.toMatch(/with delivery|parcel/i);
  });

  test.each(['checkout', 'login', 'newsletter', 'review'])(
    'at the %s is answered with how to write, call and order, and nothing is read',
    async (form) => {
      const { status, page } = await send(`/forms/${form}`, { email: 'sana@example.com', password: 'a secret' });
      expect(status).toBe(200);
      expect(page).toContain('<h1>Write to us or call instead</h1>');
      expect(page).toContain('To order, write to us on WhatsApp or call');
      expect(page).toContain('<li>your discount code, if you have one.</li>');
      expect(page).toMatch(/href="https:\/\/wa\.me\/923001234567"/);
      expect(page).toContain('href="tel:+923001234567"');
      expect(page).not.toMatch(/sana|secret/i);
      expect(await shop.rows('select email from newsletter_subscribers')).toEqual([]);
    },
  );

  test('that a mail links to asks first, and then deletes the address', async () => {
    const opened = await shop.ask(new Request('http://shop.test/forms/stop-notices?token=of-a-mail'));
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('<h1>Forget my address?</h1>')]);
    expect((await send('/forms/stop-notices', { token: 'of-a-mail' })).page).toContain('<h1>Your address is deleted.</h1>');
  });

  test('that is incomplete is answered with what is missing, escaped', async () => {
    const { status, page } = await send('/forms/contact', { ...message, firstName: '', email: '"><script>' });
    expect(status).toBe(422);
    expect(page).toContain('Please fill required fields: first name, email, message.');
    expect(page).toContain('<li>E-mail: Enter a valid e-mail address</li>');
    expect(page).not.toContain('<script');
  });

  test.each([
    ['/forms/contact', { ...message, message: 'x'.repeat(5_001) }, 'Message: At most 5000 characters'],
    ['/forms/contact', { ...message, subject: 'x'.repeat(201) }, 'Subject: At most 200 characters'],
    ['/forms/contact', { ...message, email: `${'x'.repeat(250)}@a.pk` }, 'E-mail: At most 254 characters'],
    ['/forms/track', { orderNumber: 'x'.repeat(41), phone: '0300 1234567' }, 'Order number: At most 40 characters'],
    ['/forms/track', { orderNumber: 'ORD-1', phone: '0'.repeat(81) }, 'Phone: At most 80 characters'],
  ])('to %s with a text that is too long is answered with the field and its limit', async (path, fields, words) => {
    const { status, page } = await send(path, fields);
    expect(status).toBe(422);
    expect(page).toContain(`<li>${words}</li>`);
  });

  test('is answered with a page that is not cached, indexed or framed and runs no script', async () => {
    const { headers, page } = await send('/forms/checkout', {});
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/);
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(page).not.toMatch(/<script| style=/);
  });

  test.each([
    ['another site, as browsers say it', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of the shop', { 'Sec-Fetch-Site': 'same-site' }],
    ['another site, as older browsers say it', { Origin: 'https://other.example' }],
    ['a page that hides where it is', { Origin: 'null' }],
  ])('by %s is refused', async (_, headers) => {
    expect((await send('/forms/contact', { ...message, email: 'victim@example.com' }, headers)).status).toBe(403);
    expect(await shop.rows(`select id from contact_messages where email like 'victim%'`)).toEqual([]);
  });

  test('from an older browser is accepted', async () => {
    const tracking = { orderNumber: 'ORD-1', phone: '0300 1234567' };
    expect((await send('/forms/track', tracking, { Origin: 'http://shop.test' })).status).toBe(404);
  });

  test('shares its rate limit with the API’s operation', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      statuses.push(
        call % 2
          ? (await shop.call('POST', '/api/contact', { body: message })).status
          : (await send('/forms/contact', message)).status,
      );
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await send('/forms/contact', message)).status).toBe(429);
  });

  test('as JSON or with an endless body is refused', async () => {
    const json = { ...OWN, 'Content-Type': 'application/json' };
    expect((await send('/forms/track', {}, json)).status).toBe(415);
    expect((await send('/forms/track', { orderNumber: 'x'.repeat(300_000), phone: '0300 1234567' })).status).toBe(413);
  });
});

test.each([
  ['/forms/track', '/track'],
  ['/forms/contact', '/contact'],
  ['/forms/nothing', '/'],
])('whoever opens %s by its address is led to %s', async (path, page) => {
  const answer = await shop.ask(new Request(`http://shop.test${path}`));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
});

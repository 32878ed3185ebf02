import { expect, test } from 'vitest';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

test('without a mail service orders are taken, and their mails wait with the reason', async () => {
  const { status } = await shop.call('POST', '/api/orders', { body: orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550) });
  await shop.call('POST', '/api/contact', { body: { firstName: 'Hina', email: 'hina@example.com', message: 'Salam' } });
  expect(status).toBe(201);
  await shop.rows(`update mail_outbox set created_at = now() - interval '3 days'`);
  await shop.runScheduled('housekeeping');
  expect(await shop.rows('select attempts, sent_at, failed_at, last_error from mail_outbox order by kind')).toEqual([
    { attempts: 1, sent_at: null, failed_at: null, last_error: 'missing configuration for order: RESEND_API_KEY is not set' },
    { attempts: 1, sent_at: null, failed_at: null, last_error: 'missing configuration for contact: RESEND_API_KEY is not set' },
  ]);
});

import { randomUUID } from 'node:crypto';
import { orderFor } from '#tests/setup/samples/products.ts';
import type { Answered, EmbeddedShop } from './embedded-shop.ts';

const SHOPPERS = 20;
/** Purchases of each shopper, one after the other. */
const PURCHASES = 2;
const LIPSTICK = { id: '68f0a1000000000000000232', price: 1190 };

/** Orders that a round of shoppers makes when nothing is lost and nothing is double. */
export const ORDERS = SHOPPERS * PURCHASES;

export interface Purchase extends Answered {
  milliseconds: number;
}

/** More of what the shoppers buy than they can. */
export async function addStock(shop: EmbeddedShop): Promise<void> {
  await shop.rows(`select public.adjust_stock('${LIPSTICK.id}', 'purchase', 10000, '', null)`);
}

/**
 * Shoppers buy while something goes wrong once the first few are served, and then buy the same again, as the checkout does
 * for those who got no answer to hold on to. Returns both rounds, in the same order.
 */
export async function buyDuringFault(shop: EmbeddedShop, begin: () => unknown, end: () => unknown) {
  const keys = Array.from({ length: SHOPPERS }, () => Array.from({ length: PURCHASES }, () => randomUUID()));
  let served = 0;
  const first = await Promise.all(
    keys.map(async (purchases) => {
      const answers: Purchase[] = [];
      for (const key of purchases) {
        answers.push(await buy(shop, key));
        served += 1;
        if (served === SHOPPERS / 2) begin();
      }
      return answers;
    }),
  );
  await end();
  const again = await Promise.all(keys.flat().map((key) => buy(shop, key)));
  return { first: first.flat(), again };
}

async function buy(shop: EmbeddedShop, key: string): Promise<Purchase> {
  const started = performance.now();
  const answer = await shop.call('POST', '/api/orders', {
    headers: { 'Idempotency-Key': key },
    body: orderFor([{ productId: LIPSTICK.id, quantity: 1 }], LIPSTICK.price + 200, { customerAddress: `House ${key}` }),
  });
  return { ...answer, milliseconds: performance.now() - started };
}

/** What the books say of orders and of everything that belongs to one. */
export async function books(shop: EmbeddedShop) {
  const [count] = await shop.rows(
    `select (select count(*)::int from public.orders) as orders, (select count(*)::int from public.order_items) as items,
            (select count(*)::int from public.mail_outbox where kind = 'order_confirmation') as mails,
            (select count(*)::int from public.stock_history where transaction_type = 'sale') as sales,
            (select stock_quantity from public.products where id = '${LIPSTICK.id}') as stock`,
  );
  return count;
}

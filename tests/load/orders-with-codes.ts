import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { addCode } from '#tests/db/calls/code-calls.ts';
import { orderFor, placeOrder } from '#tests/db/calls/order-calls.ts';
import { addProducts, bookErrors } from '#tests/db/rows/catalogue-rows.ts';
import { startRealPostgres } from '#tests/setup/stack/real-postgres.ts';

const CLIENTS = 16;
const TURNS = 6;
const SECONDS = 5;
const PRICE = 1000;

/** Orders that sixteen clients place, each of its own product, without a code and all with the same one, by turns on a real PostgreSQL. */
export async function measureOrdersWithCodes() {
  const database = await startRealPostgres();
  try {
    const sql = await database.connect(CLIENTS);
    const products = await addProducts(sql, CLIENTS, { stock: 1_000_000, price: PRICE });
    const { code } = await addCode(sql, { once_per_phone: false });
    const counts = { without: { orders: 0, failed: 0 }, with: { orders: 0, failed: 0 } };
    const discounted = { code, totalAmount: PRICE * 0.9 + orderTotal(PRICE, DELIVERY) - PRICE };
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [count, off] = turn % 2 ? [counts.with, discounted] : [counts.without, {}];
      const end = performance.now() + SECONDS * 1000;
      await Promise.all(
        products.map(async (product, client) => {
          const customerPhone = `+92300${String(5_000_000 + client)}`;
          while (performance.now() < end) {
            const [{ status }] = await Promise.allSettled([placeOrder(sql, orderFor([{ product }], { customerPhone, ...off }))]);
            if (status === 'fulfilled') count.orders += 1;
            else count.failed += 1;
          }
        }),
      );
    }
    const row = ({ orders, failed }: typeof counts.with) => ({
      'orders a second': Math.round(orders / ((SECONDS * TURNS) / 2)),
      failed,
    });
    return {
      'without a code': row(counts.without),
      'with a code': row(counts.with),
      'book errors': (await bookErrors(database.owner)).length,
    };
  } finally {
    await database.stop();
  }
}

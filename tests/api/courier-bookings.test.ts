import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { POSTEX } from '#local/couriers/postex-double.ts';
import { ROOT } from '#local/settings.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const PARCELS = 300;
const KILLS = 5;

const double = await startCourierDouble(POSTEX);
afterAll(() => double.stop());
const shop = await staffedShop();

test('of 300 bookings with timeouts and five kills none is made twice and none is lost', async () => {
  const { id: courierId } = (await shop.staff('POST', '/api/couriers', { name: 'PostEx', adapter: 'postex' })).json.data;
  const [{ id: actor }] = await shop.rows('select id from staff limit 1');
  await shop.rows(`insert into orders (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount)
    select 'Hina Malik', '', '+9230012345' || lpad(n::text, 2, '0'), 'House 5', 'Lahore', 'Lahore', n, 0, n from generate_series(1, ${PARCELS}) n`);
  await shop.rows(`insert into shipments (order_id) select id from orders where customer_address = 'House 5'`);

  // One call in ten gets no answer: half of them before the parcel is booked, half after it.
  const random = randomNumbers(7);
  double.fail(...Array.from({ length: 2 * PARCELS }, () => (random() < 0.1 ? (random() < 0.5 ? 'lost' : 'lost before') : null)));
  let child: ChildProcess;
  let kills = 0;
  double.onBooked(async () => {
    // In the middle of a call: the parcel is booked, and nobody was told.
    if (kills === KILLS || double.parcels.length % 50 !== 0) return;
    kills += 1;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let exit: number | null;
  do {
    child = spawn(process.execPath, ['tests/couriers/book-until-done.ts', courierId, actor], {
      cwd: ROOT,
      env: { ...process.env, ...double.environment, URL: 'http://localhost:8888' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    [exit] = await once(child, 'exit');
  } while (exit === null);

  expect([exit, kills]).toEqual([0, KILLS]);
  const rows = await shop.rows(`select b.reference, b.tracking_number, b.collect::integer as collect, s.tracking_number as shown
    from courier_bookings b join shipments s on s.id = b.shipment_id where b.state = 'booked' order by b.reference`);
  const there = double.parcels.filter(({ isCancelled }) => !isCancelled);
  const bookedAs = Object.fromEntries(there.map(({ reference, trackingNumber }) => [reference, trackingNumber]));
  expect(there).toHaveLength(PARCELS);
  expect(Object.keys(bookedAs)).toHaveLength(PARCELS);
  expect(rows).toHaveLength(PARCELS);
  expect(rows.filter((row) => row.tracking_number !== bookedAs[row.reference] || row.shown !== row.tracking_number)).toEqual([]);
  expect(there.reduce((sum, { told }) => sum + told.invoicePayment, 0)).toBe((PARCELS * (PARCELS + 1)) / 2);
});

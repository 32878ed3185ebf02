import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { hotStatements } from './hot-statements.ts';
import { measureStatements } from './measure-statements.ts';

const port = Number(readFileSync('/tmp/e3-port', 'utf8'));
const o = { host: '127.0.0.1', port, user: 'postgres', password: 'postgres', database: 'postgres', max: 1, onnotice() {} };
const owner = postgres(o),
  shop = postgres({ ...o, connection: { role: 'service_role' } } as any);
const [p] = await owner`select id from products where archived_at is null order by id offset 1234 limit 1`;
const [s] =
  await owner`select id, price::float as price from products where archived_at is null and stock_quantity > 40 and is_available order by id limit 1`;
const [ord] =
  await owner`select order_number, customer_phone, customer_email from orders where archived_at is null order by id offset 50000 limit 1`;
const [u] = await owner`select shopper_id from orders where shopper_id is not null limit 1`;
const only = process.argv[2];
const st = hotStatements({ productId: p!.id, stocked: s as any, order: ord as any, shopperId: u!.shopper_id }).filter(
  (x) => !only || x.name.match(only),
);
const m = await measureStatements(owner, shop, st);
for (const x of m)
  console.log(
    x.median.toFixed(1).padStart(8),
    x.median > x.budget ? 'OVER' : '    ',
    String(Math.round(x.cost)).padStart(8),
    x.name.padEnd(36),
    x.scans.join(','),
  );
await owner.end();
await shop.end();

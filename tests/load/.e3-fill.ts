import { readFileSync, writeFileSync } from 'node:fs';
import { bookErrors } from '/work/main/tests/db/catalogue-rows.ts';
import { startRealPostgres } from '/work/main/tests/setup/real-postgres.ts';

const db = await startRealPostgres();
process.on('SIGTERM', async () => {
  await db.stop();
  process.exit();
});
const t = performance.now();
try {
  await db.owner.unsafe('alter database postgres set random_page_cost = 1.1');
  const sql = readFileSync('/work/main/tests/load/large-shop.sql', 'utf8');
  for (const part of sql.split(/;\n/).filter((s) => s.trim())) {
    const a = performance.now();
    await db.owner.unsafe(part);
    const d = performance.now() - a;
    if (d > 500)
      console.log(
        d.toFixed(0),
        part
          .trim()
          .split('\n')
          .find((l) => !l.startsWith('--'))
          ?.slice(0, 80),
      );
  }
  console.log('filled', performance.now() - t);
  console.log(await bookErrors(db.owner), performance.now() - t);
  console.log(
    await db.owner`select relname, reltuples::int, pg_size_pretty(pg_total_relation_size(oid)) s, pg_size_pretty(pg_relation_size(oid)) h from pg_class where relnamespace='public'::regnamespace and relkind='r' and reltuples>0`,
  );
  writeFileSync('/tmp/e3-port', String((db.owner.options as any).port[0]));
  console.log('port', (db.owner.options as any).port[0], process.pid);
  await new Promise((r) => setInterval(() => {}, 1e6));
} catch (e) {
  console.error(e);
  await db.stop();
  process.exit(1);
}

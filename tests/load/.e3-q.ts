import { readFileSync } from 'node:fs';
import postgres from 'postgres';

const port = Number(readFileSync('/tmp/e3-port', 'utf8'));
const sql = postgres({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password: 'postgres',
  database: 'postgres',
  max: 1,
  onnotice() {},
});
const [b] = await sql`select pg_backend_pid() pid`;
await sql`set max_parallel_workers_per_gather=0`;
const cpu = () => Number(readFileSync(`/proc/${b!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const text = readFileSync(0, 'utf8');
for (const part of text.split(/;;\n/).filter((x) => x.trim())) {
  let best = 1e9;
  let r: any;
  const reps = /^\s*(create|drop|alter|set|begin|vacuum|analyze|update|insert)/i.test(part) ? 1 : 4;
  try {
    for (let i = 0; i < reps; i++) {
      const t = performance.now();
      r = await sql.unsafe(part);
      best = Math.min(best, performance.now() - t);
    }
  } catch (e: any) {
    console.log('ERR', e.message);
    continue;
  }
  console.log('--', best.toFixed(1), 'ms', part.trim().slice(0, 100).replace(/\s+/g, ' '));
  if (/^\s*explain/i.test(part)) for (const x of r) console.log(x['QUERY PLAN']);
  else if (r.length && r.length < 12) console.log(JSON.stringify(r).slice(0, 600));
}
await sql.end();

import type { Sql } from 'postgres';
import { refusalOf } from '#tests/db/calls/refusals.ts';

type Row = Record<string, unknown>;
type Rows = Map<string, { table: string; row: Row }>;

/** What a person reads in place of what differs from run to run. */
const OF_THE_RUN: [RegExp, string][] = [
  [/\b[0-9a-f]{32,64}\b/g, '<hash>'],
  [/\b[0-9a-f]{24}\b/g, '<id>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\d{4}-\d\d-\d\d[T ][\d:.]+([+-]\d\d(:\d\d)?|Z)?/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/\b\d{10}\.\d+/g, '<time>'],
  [/"page_?key":"[^"]+"/gi, '"page_key":"<key>"'],
];

/**
 * Reads every row of the shop by its table and key, with a query that is made once per database. Which orders reports have to look at again is left out:
 * nearly every change adds one.
 */
export async function rowReader(owner: Sql): Promise<(sql: Sql) => Promise<Rows>> {
  const tables = await owner<{ name: string; key: string[] }[]>`
    select c.oid::regclass::text as name, coalesce((select array_agg(a.attname::text order by a.attnum) from pg_index i
             join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary), '{}') as key
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and c.relkind = 'r' and c.relname not in ('daily_counts', 'changed_earnings')`;
  const parts = tables.map(({ name, key }) => {
    const columns = key.length > 0 ? key.map((column) => `t.${column}`).join(', ') : 't::text';
    return `select '${name}' as table, concat_ws(' ', ${columns}) as key, to_jsonb(t) as row from ${name} t`;
  });
  // Counts of a day are rows that are folded now and then: their sums are what counts.
  parts.push(`select 'daily_counts', concat_ws(' ', c.subject, c.day, c.kind), jsonb_build_object('kind', concat_ws(' ', c.subject, c.kind),
                'records', sum(c.records), 'added', sum(c.added), 'taken', sum(c.taken)) from shop.daily_counts c group by c.subject, c.day, c.kind`);
  return async (sql) => {
    const rows = await sql.unsafe<{ table: string; key: string; row: Row }[]>(parts.join(' union all '));
    return new Map(rows.map(({ table, key, row }) => [`${table} ${key}`, { table, row }]));
  };
}

/**
 * Every row that a change writes, a line each, without what differs from run to run; or what it is refused with. Takes what reads all rows, a connection
 * whose transaction is rolled back, what is there before, and the change.
 */
export async function writtenBy<Before>(
  read: (sql: Sql) => Promise<Rows>,
  owner: Sql,
  prepare: (sql: Sql) => Promise<Before>,
  change: (sql: Sql, before: Before) => PromiseLike<unknown>,
): Promise<string[]> {
  let lines: string[] = [];
  const rolledBack = new Error('rolled back');
  await owner
    .begin(async (transaction) => {
      const sql = transaction as unknown as Sql;
      const ready = await prepare(sql);
      await sql`set constraints all immediate`;
      await sql`set constraints all deferred`;
      const before = await read(sql);
      const refused = await transaction
        .savepoint(async (inner) => {
          await change(inner as unknown as Sql, ready);
          await inner`set constraints all immediate`;
        })
        .then(
          () => null,
          (error: unknown) => refusalOf(Promise.reject(error)).then(({ code, details }) => ({ code, details })),
        );
      lines = refused ? [`refused ${show('', refused, new Set())}`] : difference(before, await read(sql));
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return lines.length > 0 ? lines.toSorted() : ['nothing'];
}

function difference(before: Rows, after: Rows): string[] {
  const known = new Set([...before.values()].flatMap(({ row }) => numbersOf(JSON.stringify(row))));
  const lines: string[] = [];
  for (const [key, { table, row }] of after) {
    const old = before.get(key)?.row;
    if (!old) lines.push(`+ ${table} ${rowText(row, known)}`);
    else if (JSON.stringify(old) !== JSON.stringify(row)) lines.push(`~ ${table}${nameOf(row)} ${changeText(old, row, known)}`);
  }
  for (const [key, { table, row }] of before) if (!after.has(key)) lines.push(`- ${table} ${rowText(row, known)}`);
  return lines;
}

const numbersOf = (text: string) => text.match(/\b[A-Z]{2,}-\d+\b/g) ?? [];

const nameOf = ({ order_number, shipment_number, sku, name }: Row) =>
  [order_number, shipment_number, sku, name].filter(Boolean).map((one) => ` ${one}`)[0] ?? '';

const rowText = (row: Row, known: Set<string>) =>
  Object.entries(row)
    .filter(
      ([column, value]) => !/^(id|created_at|updated_at)$/.test(column) && value !== null && value !== '' && value !== false,
    )
    .map(([column, value]) => `${column} ${show(column, value, known)}`)
    .join(', ');

const changeText = (old: Row, row: Row, known: Set<string>) =>
  Object.keys(row)
    .filter((column) => JSON.stringify(old[column]) !== JSON.stringify(row[column]))
    // At night everything is due in the morning.
    .filter((column) => column !== 'due_at' || old[column] === null || row[column] === null)
    .map((column) => `${column} ${show(column, old[column], known)} → ${show(column, row[column], known)}`)
    .join(', ');

function show(column: string, value: unknown, known: Set<string>): string {
  if (/^(sequence|posting|transaction|xid)$/.test(column) || (column === 'id' && typeof value === 'number')) return '<n>';
  if (/key|token|hash|fingerprint/.test(column) && typeof value === 'string' && value !== '') return '<key>';
  const text = JSON.stringify(value ?? null).replace(/\b([A-Z]{2,})-\d+\b/g, (number, kind) =>
    known.has(number) ? number : `${kind}-#`,
  );
  return OF_THE_RUN.reduce((read, [pattern, shown]) => read.replaceAll(pattern, shown), text);
}

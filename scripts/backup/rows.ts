import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Owner } from './database-admin.ts';
import { type Manifest, rowsFile } from './manifest.ts';

/** Rows read or written at once: a few hundred kilobytes. */
const PORTION = 500;

/** Accounts, which people sign in with. Their sessions are not kept: whoever was signed in signs in again. */
const ACCOUNTS = ['auth.users', 'auth.identities'];

/** What runs out by itself or concerns the machine, not the shop. */
export const NOT_KEPT = [
  'public.rate_limits',
  'public.site_builds',
  'shop.job_runs',
  'public.sign_in_limits',
  'public.sign_in_devices',
  'public.staff_sessions',
];

const named = z.array(z.object({ name: z.string() }));

/** The tables a backup holds: `public.orders` … */
export async function tablesOf(owner: Owner): Promise<string[]> {
  const rows = await owner.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema in ('public', 'shop') or table_schema || '.' || table_name in (${list(ACCOUNTS)}))
      order by 1`,
  );
  return named
    .parse(rows)
    .map(({ name }) => name)
    .filter((name) => !NOT_KEPT.includes(name));
}

/** Saves the rows of a table, a line of JSON each, inside of a transaction that sees one moment. */
export async function saveRows(owner: Owner, folder: string, table: string): Promise<Manifest['tables'][number]> {
  const path = rowsFile(folder, table);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let rows = 0;
  try {
    await owner.sql(`declare saved no scroll cursor for select to_jsonb(t)::text as line from ${table} t order by 1`);
    for (;;) {
      const portion = await owner.sql(`fetch ${PORTION} from saved`);
      if (portion.length === 0) break;
      const text = portion.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      await file.write(text);
      rows += portion.length;
    }
    await owner.sql('close saved');
  } finally {
    await file.close();
  }
  return { name: table, rows, sha256: hash.digest('hex') };
}

/** Writes the saved rows of a table into the empty one of today's shop. Columns the database computes itself are left to it. */
export async function loadRows(owner: Owner, folder: string, table: string): Promise<void> {
  const columns = named.parse(
    await owner.sql(
      `select quote_ident(column_name) as name from information_schema.columns
        where format('%I.%I', table_schema, table_name) = ${text(table)} and is_generated = 'NEVER' order by ordinal_position`,
    ),
  );
  const names = columns.map(({ name }) => name).join(', ');
  for await (const lines of portions(rowsFile(folder, table))) {
    await owner.sql(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, ${text(`[${lines.join(',')}]`)}::jsonb)`,
    );
  }
}

/** Where the numbers stand that sequences give: orders go on counting where the saved shop stopped. */
export async function saveSequences(owner: Owner): Promise<Manifest['sequences']> {
  const rows = await owner.sql(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_catalog.pg_sequences where schemaname in ('public', 'shop') order by 1`,
  );
  return z.array(z.object({ name: z.string(), last: z.string().nullable() })).parse(rows);
}

/** Inside of the transaction: `setval` alone would stay when that is taken back, and the next order get a number that is taken. */
export async function loadSequences(owner: Owner, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last } of sequences) {
    await owner.sql(`alter sequence ${name} restart`);
    if (last !== null) await owner.sql(`select setval(${text(name)}, ${Number(last)})`);
  }
}

async function* portions(file: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line);
    if (lines.length < PORTION) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function list(values: string[]): string {
  return values.map(text).join(', ');
}

/** Text as SQL writes it. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { DatabaseAdmin } from './database-admin.ts';
import { type Manifest, rowsFile } from './manifest.ts';

/** Rows read or written by one statement: a few hundred kilobytes. */
const BATCH_SIZE = 500;

/** Accounts. Sessions are not saved: after a restore everybody signs in again. */
const ACCOUNTS = ['auth.users', 'auth.identities'];

/** Tables of short-lived rows, and of the running machine. */
export const NOT_SAVED = [
  'public.backups',
  'public.browser_errors',
  'public.rate_limits',
  'public.site_builds',
  'shop.job_runs',
  'public.sign_in_limits',
  'public.sign_in_devices',
  'public.staff_sessions',
  'public.shopper_sessions',
  // Devices belong to sessions: after a restore each asks again.
  'public.push_devices',
  'public.push_outbox',
];

const named = z.array(z.object({ name: z.string() }));

/** The names of the tables in a backup: `public.orders` … */
export async function tablesOf(admin: DatabaseAdmin): Promise<string[]> {
  const rows = await admin.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema in ('public', 'shop') or table_schema || '.' || table_name in (${list(ACCOUNTS)}))
      order by 1`,
  );
  return named
    .parse(rows)
    .map(({ name }) => name)
    .filter((name) => !NOT_SAVED.includes(name));
}

/** Saves the rows of a table as lines of JSON. Runs in a transaction that sees one snapshot. */
export async function saveRows(admin: DatabaseAdmin, folder: string, table: string): Promise<Manifest['tables'][number]> {
  const path = rowsFile(folder, table);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let rows = 0;
  try {
    await admin.sql(`declare saved no scroll cursor for select to_jsonb(t)::text as line from ${table} t order by 1`);
    for (;;) {
      const batch = await admin.sql(`fetch ${BATCH_SIZE} from saved`);
      if (batch.length === 0) break;
      const text = batch.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      await file.write(text);
      rows += batch.length;
    }
    await admin.sql('close saved');
  } finally {
    await file.close();
  }
  return { name: table, rows, sha256: hash.digest('hex') };
}

/** Inserts the saved rows of a table. The database computes generated columns itself. */
export async function loadRows(admin: DatabaseAdmin, folder: string, table: string): Promise<void> {
  const columns = named.parse(
    await admin.sql(
      `select quote_ident(column_name) as name from information_schema.columns
        where format('%I.%I', table_schema, table_name) = ${text(table)} and is_generated = 'NEVER' order by ordinal_position`,
    ),
  );
  const names = columns.map(({ name }) => name).join(', ');
  for await (const lines of batches(rowsFile(folder, table))) {
    await admin.sql(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, ${text(`[${lines.join(',')}]`)}::jsonb)`,
    );
  }
}

/** The last value of each sequence, so that order numbers continue where the saved shop stopped. */
export async function saveSequences(admin: DatabaseAdmin): Promise<Manifest['sequences']> {
  const rows = await admin.sql(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_catalog.pg_sequences where schemaname in ('public', 'shop') order by 1`,
  );
  return z.array(z.object({ name: z.string(), last: z.string().nullable() })).parse(rows);
}

/** Sets the sequences inside the transaction. A rollback does not undo `setval`, but `alter sequence … restart` makes it transactional. */
export async function loadSequences(admin: DatabaseAdmin, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last } of sequences) {
    await admin.sql(`alter sequence ${name} restart`);
    if (last !== null) await admin.sql(`select setval(${text(name)}, ${Number(last)})`);
  }
}

async function* batches(file: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line);
    if (lines.length < BATCH_SIZE) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function list(values: string[]): string {
  return values.map(text).join(', ');
}

/** A text as an SQL literal. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

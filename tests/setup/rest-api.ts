import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from 'postgres';

export interface RestApi {
  /** A client of it, as the functions have one. */
  db: SupabaseClient;
  stop(): Promise<void>;
}

const OPERATORS: Record<string, string> = { eq: '=', gte: '>=', lt: '<', is: 'is' };

/**
 * What PostgREST does with a PATCH and a GET of rows with plain conditions, over the connections of a real PostgreSQL: each request is one
 * statement on whichever connection is idle, so that requests at once race as they do in production.
 */
export async function startRestApi(sql: Sql): Promise<RestApi> {
  const server = createServer(async (request, response) => {
    try {
      const rows = await answer(sql, request);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ code: 'XX000', message: String(error) }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    db: createClient(`http://127.0.0.1:${port}`, 'any-key', { auth: { persistSession: false, autoRefreshToken: false } }),
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(sql: Sql, request: IncomingMessage): Promise<unknown[]> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const table = `public.${identifier(pathname.split('/').at(-1) ?? '')}`;
  const conditions: string[] = [];
  const values: string[] = [];
  for (const [column, condition] of searchParams) {
    // Conditions of rows that come embedded (`shipments.archived_at`) are none of the rows asked for.
    if (['select', 'order'].includes(column) || column.includes('.')) continue;
    const [, operator = '', value = ''] = /^(\w+)\.(.*)$/.exec(condition) ?? [];
    if (value !== 'null') values.push(value);
    conditions.push(`${identifier(column)} ${OPERATORS[operator]} ${value === 'null' ? 'null' : `$${values.length}`}`);
  }
  const where = `where ${conditions.join(' and ')}`;
  if (request.method !== 'PATCH') return sql.unsafe(`select * from ${table} ${where}`, values);

  const changes = Object.entries(JSON.parse(Buffer.concat(await request.toArray()).toString()));
  const set = changes.map(([column, value]) => `${identifier(column)} = $${values.push(String(value))}`);
  return sql.unsafe(`update ${table} set ${set.join(', ')} ${where} returning id`, values);
}

function identifier(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`${name} is no name of a column or table`);
  return name;
}

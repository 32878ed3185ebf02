import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import type { DatabaseAdmin } from './database-admin.ts';

/** A shop that is there for a test restore: an embedded database with all migrations, in memory, which nobody else reaches. */
export async function openScratch(home: string): Promise<DatabaseAdmin> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
  const { storage } = createClient(supabase.url, keys.secretKey, { auth: { persistSession: false } });
  return { sql: supabase.sql as DatabaseAdmin['sql'], storage, name: 'a scratch database', close: supabase.stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise<void>((closed) => server.close(() => closed()));
  return port;
}

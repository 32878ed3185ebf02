import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { App } from '@supabase/lite';
import { PostgresConnection } from '@supabase/lite/postgres';
import { createClient } from '@supabase/supabase-js';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Database } from '#server/database/types.ts';
import { closeNow, listen } from './loopback.ts';

export interface RestApi {
  /** A client like the functions' own. */
  db: ShopDatabase;
  stop(): Promise<void>;
}

const SECRET_KEY = 'sb_secret_rest_api';

/**
 * Serves the Data API of the embedded Supabase on a real PostgreSQL. With many connections, requests race as they do in production;
 * the embedded database has one.
 */
export async function startRestApi(url: string, connections: number): Promise<RestApi> {
  const app = new App({
    connection: new PostgresConnection({ url, postgresOptions: { max: connections, onnotice: () => {} } }),
    api: { schemas: ['public'] },
    auth: { enabled: true, secret_key: SECRET_KEY, publishable_key: 'sb_publishable_rest_api', jwt_secret: 'x'.repeat(32) },
  });
  const server = createServer(getRequestListener((request) => app.fetch(request, { peerAddress: null })));
  const db = createClient<Database>(await listen(server), SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  // The first request writes to the roles of the database; several at once would meet there.
  const { error } = await db.from('categories').select('id').limit(1);
  if (error) throw error;
  return {
    db,
    stop: async () => {
      await closeNow(server);
      await app.connection.close();
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys, type SupabaseKeys } from '#local/supabase/keys.ts';
import { freePort } from './free-port.ts';

interface Sent {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The address the request seems to come from. */
  ip?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  /** The whole envelope. */
  json: any;
}

export interface EmbeddedShop {
  supabase: EmbeddedSupabase & SupabaseKeys;
  /** Sends a request to the shop's functions and reads the JSON they answer with. */
  call(method: string, path: string, sent?: Sent): Promise<Answered>;
  /** Rows of a query, as the owner of the database sees them. */
  rows(sql: string): Promise<any[]>;
  stop(): Promise<void>;
}

/** A shop of the test's own: functions called as `Request → Response`, on an embedded Supabase with the demo catalogue in memory. */
export async function startEmbeddedShop({ rateLimits = 'off' }: { rateLimits?: 'on' | 'off' } = {}): Promise<EmbeddedShop> {
  const home = await mkdtemp(join(tmpdir(), 'shop-api-'));
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
  await supabase.seed();

  Object.assign(process.env, {
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SHOP_RATE_LIMITS: rateLimits,
    SHOP_LOG: 'errors',
    URL: 'http://shop.test',
  });
  const { mountFunctions } = await import('#local/netlify/functions.ts');
  const answer = await mountFunctions();

  return {
    supabase: { ...supabase, ...keys },
    call: async (method, path, { body, token, headers = {}, ip = '198.51.100.7' } = {}) => {
      const request = new Request(new URL(path, 'http://shop.test'), {
        method,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const response = await answer(request, ip);
      if (!response) throw new Error(`No function answers ${method} ${path}`);
      return { status: response.status, headers: response.headers, json: await response.json() };
    },
    rows: (sql) => supabase.sql(sql) as Promise<never[]>,
    stop: async () => {
      await supabase.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

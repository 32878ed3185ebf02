/**
 * The embedded Supabases of a run: its test files use them one after the other, each with a new database. To begin again takes a
 * quarter of the processor time of another process. As Vitest's global setup this serves them over HTTP to the processes of the files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys, type SupabaseKeys } from '#local/supabase/keys.ts';
import { freePort } from './free-port.ts';

/** A Supabase while tests run. */
export type TestSupabase = Omit<EmbeddedSupabase, 'renew' | 'pid' | 'beginHistory' | 'writeHistory'> & SupabaseKeys;

interface Shared {
  home: string;
  supabase: EmbeddedSupabase & SupabaseKeys;
  isTaken: boolean;
}

/** What a test file is told of the Supabase it has taken. */
type Taken = SupabaseKeys & { id: number; url: string };

/** Serves the shared ones until the returned function is called; starts each when it is wanted. */
export default async function serveSharedSupabases(): Promise<() => Promise<void>> {
  const all: Shared[] = [];
  const at = (id: number) => {
    const shared = all[id];
    if (!shared) throw new Error(`There is no shared Supabase ${id}`);
    return shared;
  };
  const commands: Record<string, (id: number, body: string) => Promise<unknown>> = {
    take: () => take(all),
    seed: (id) => at(id).supabase.seed(),
    sql: (id, statements) => at(id).supabase.sql(statements),
    leave: async (id) => {
      at(id).isTaken = false;
    },
  };
  const server = createServer(async (request, response) => {
    const [, command = '', id] = (request.url ?? '').split('/');
    try {
      const answer = await commands[command]?.(Number(id), await text(request));
      response.end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SHOP_TEST_SUPABASES = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all(
      all.map(async ({ supabase, home }) => {
        await supabase.stop();
        await rm(home, { recursive: true, force: true });
      }),
    );
  };
}

async function take(all: Shared[]): Promise<Taken> {
  const shared = all.find(({ isTaken }) => !isTaken);
  if (!shared) return startAnother(all);
  shared.isTaken = true;
  await shared.supabase.renew();
  return takenAs(all.indexOf(shared), shared);
}

async function startAnother(all: Shared[]): Promise<Taken> {
  const home = await mkdtemp(join(tmpdir(), 'shop-api-'));
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
  const shared = { home, supabase: { ...supabase, ...keys }, isTaken: true };
  return takenAs(all.push(shared) - 1, shared);
}

function takenAs(id: number, { supabase: { url, publishableKey, secretKey, jwtSecret } }: Shared): Taken {
  return { id, url, publishableKey, secretKey, jwtSecret };
}

/** Takes a Supabase with a new database, and leaves it when it is stopped; undefined where no run shares any. */
export async function takeSharedSupabase(): Promise<TestSupabase | undefined> {
  const address = process.env.SHOP_TEST_SUPABASES;
  if (!address) return;
  const ask = async (path: string, body = '') => {
    const answer = await fetch(`${address}/${path}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const { id, ...taken } = (await ask('take')) as Taken;
  return {
    ...taken,
    seed: () => ask(`seed/${id}`),
    sql: (statements) => ask(`sql/${id}`, statements),
    stop: () => ask(`leave/${id}`),
    lost: new Promise(() => {}),
  };
}

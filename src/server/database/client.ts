import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { env } from '#server/env.ts';
import { actingHeaders } from './acting.ts';
import { timeLeft } from './deadline.ts';
import type { Database } from './types.ts';
import { UNDONE } from './undone.ts';

export type ShopDatabase = SupabaseClient<Database>;

/** The columns of a table or view. */
export type Column<Name extends keyof (Tables & Views)> = keyof (Tables & Views)[Name]['Row'] & string;

type Tables = Database['public']['Tables'];
type Views = Database['public']['Views'];

/** Callers wait less than ten seconds: this leaves time to answer 503. */
const TIMEOUT_MS = 7_000;

/** A client of the shop's Supabase that keeps no session. Takes its key and how long it waits for an answer. */
export function supabase(key: string, timeoutMs = TIMEOUT_MS): ShopDatabase {
  return createClient<Database>(env.SUPABASE_URL, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // supabase-js would read three times more, with seconds in between.
    db: { retry: false },
    global: { fetch: fetchWithin(timeoutMs) },
  });
}

/** Reads what the public may read. Signing in changes a client's role, so every sign-in takes a new one. */
export function publicSupabase(): ShopDatabase {
  return supabase(env.SUPABASE_PUBLISHABLE_KEY);
}

/**
 * Says who acts. Gives up when its time or that of the request is over. Sends once more, at once, a read whose connection broke, since kept connections may
 * have died unseen, and whatever was undone.
 */
function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(Math.min(timeoutMs, Math.ceil(timeLeft())));
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(actingHeaders())) headers.set(name, value);
    const send = () => fetch(input, { ...init, headers, signal });
    const isRead = ['GET', 'HEAD'].includes(init?.method ?? 'GET');
    const answer = await send().catch((broken: unknown) => {
      if (signal.aborted || !isRead) throw broken;
      return send();
    });
    return (await isUndone(answer)) ? send() : answer;
  };
}

const failure = z.object({ code: z.enum(UNDONE) });

async function isUndone(answer: Response): Promise<boolean> {
  if (answer.ok) return false;
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return failure.safeParse(said).success;
}

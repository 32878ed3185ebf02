import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from '#server/env.ts';

export type Database = SupabaseClient;

/** An answer that takes longer is as good as none: the caller gets 503 while there is still time to say so. */
const PATIENCE_MS = 7_000;

/** A client of the shop's Supabase. Keeps no session: whoever the key is, it stays. Takes how long it waits for an answer. */
export function supabase(key: string, patience = PATIENCE_MS): Database {
  return createClient(env.SUPABASE_URL, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithin(patience) },
  });
}

/** Reads what the public may read. Also for signing in, which turns a client into whoever signed in: take a new one for each. */
export function publicSupabase(): Database {
  return supabase(env.SUPABASE_PUBLISHABLE_KEY);
}

function fetchWithin(milliseconds: number): typeof fetch {
  return (input, init) => {
    const patience = AbortSignal.timeout(milliseconds);
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, patience]) : patience });
  };
}

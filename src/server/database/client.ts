import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from '#server/env.ts';
import type { Database } from './types.ts';

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
    global: { fetch: fetchWithin(timeoutMs) },
  });
}

/** Reads what the public may read. Signing in changes a client's role, so every sign-in takes a new one. */
export function publicSupabase(): ShopDatabase {
  return supabase(env.SUPABASE_PUBLISHABLE_KEY);
}

function fetchWithin(timeoutMs: number): typeof fetch {
  return (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };
}

import { createClient } from '@supabase/supabase-js';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Database } from '#server/database/types.ts';

/** The result of one check: passed, or the problem and how to fix it. */
export type Finding = { ok: true; detail: string } | { ok: false; problem: string; fix: string };

export type Environment = Record<string, string | undefined>;

/** Something that must be true before a shop opens. A check throws only when it could not be made. */
export interface Check {
  name: string;
  /** If this fails, the checks after it cannot be made. */
  blocks?: true;
  run(environment: Environment): Promise<Finding>;
}

/** A finding with the name of its check. */
export type Result = Finding & { name: string };

export function pass(detail: string): Finding {
  return { ok: true, detail };
}

export function fail(problem: string, fix: string): Finding {
  return { ok: false, problem, fix };
}

const TIMEOUT_MS = 8_000;

/** Fetches from another service. Null if it does not answer in time. */
export function tryFetch(url: string | URL, init: RequestInit = {}): Promise<Response | null> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
}

/** The environment's project, with the secret key. */
export function serviceClient(environment: Environment): ShopDatabase {
  return createClient<Database>(environment['SUPABASE_URL'] ?? '', environment['SUPABASE_SECRET_KEY'] ?? '', {
    auth: { persistSession: false },
  });
}

/** Where shoppers reach the shop. @throws TypeError when `URL` is not an address */
export function shopAddress({ URL: url = '' }: Environment): URL {
  return new URL(url);
}

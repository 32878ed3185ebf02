import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Environment } from './check.ts';

/** The project of the environment, with the key of the server. */
export function service(environment: Environment): SupabaseClient {
  return createClient(environment['SUPABASE_URL'] ?? '', environment['SUPABASE_SECRET_KEY'] ?? '', {
    auth: { persistSession: false },
  });
}

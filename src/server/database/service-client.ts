import { secrets } from '#server/secrets.ts';
import { supabase } from './client.ts';

/** The client of the functions. It bypasses row level security: check access before using it. */
export const serviceSupabase = supabase(secrets.SUPABASE_SECRET_KEY);

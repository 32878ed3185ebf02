import { secrets } from '#server/secrets.ts';
import { supabase } from './client.ts';

/** The client the functions work with: past every row policy, so what it does must have been allowed before. */
export const serviceSupabase = supabase(secrets.SUPABASE_SECRET_KEY);

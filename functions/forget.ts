import type { Config } from '@netlify/functions';
import { callFunction } from '#server/database.ts';
import { scheduled } from '#server/http/scheduled.ts';
import { serviceSupabase } from '#server/service-supabase.ts';

/** Removes what has served its purpose. At night in Pakistan. */
export default scheduled('forget', () => callFunction(serviceSupabase, 'forget'));

export const config: Config = { schedule: '20 21 * * *' };

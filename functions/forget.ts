import type { Config } from '@netlify/functions';
import { callFunction } from '#server/database.ts';
import { serviceSupabase } from '#server/service-supabase.ts';

/** Removes what has served its purpose. At night in Pakistan. */
export default async () => {
  await callFunction(serviceSupabase, 'forget');
};

export const config: Config = { schedule: '20 21 * * *' };

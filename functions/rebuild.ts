import type { Config } from '@netlify/functions';
import { scheduled } from '#server/http/scheduled.ts';
import { serviceSupabase as db } from '#server/service-supabase.ts';
import { requestBuild } from '#server/site/request-build.ts';
import { settleBuild } from '#server/site/settle-build.ts';

/** What no edit could ask for: changes made past the API, builds that were not due, failed, were lost, or that nobody took. */
export default scheduled('rebuild', async () => {
  await settleBuild(db);
  await requestBuild(db);
});

export const config: Config = { schedule: '* * * * *' };

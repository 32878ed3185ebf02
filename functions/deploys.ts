import type { DeployFailedEvent } from '@netlify/functions';
import { callFunction } from '#server/database.ts';
import { serviceSupabase as db } from '#server/service-supabase.ts';
import { requestBuild } from '#server/site/request-build.ts';
import { settleBuild } from '#server/site/settle-build.ts';

/** Netlify calls these when a deploy has ended. No address reaches them. */
export default {
  /** New pages are online. What changed while they were built is next. */
  async deploySucceeded() {
    await settleBuild(db);
    await requestBuild(db);
  },

  /** The old pages stay. A preview that failed is nobody's waiting build. */
  async deployFailed({ deploy }: DeployFailedEvent) {
    if (deploy.context === 'production') await callFunction(db, 'fail_site_build');
  },
};

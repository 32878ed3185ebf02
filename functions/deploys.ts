import { serviceSupabase as db } from '#server/database/service-client.ts';
import { notFound } from '#server/http/not-found.ts';
import { settleBuild } from '#server/site-builds/confirm-build.ts';
import { requestBuild } from '#server/site-builds/request-build.ts';

/**
 * Netlify calls `deploySucceeded` when a deploy has ended, and so may anybody who sends its header: events are not signed. So nothing of the event is
 * believed, not even that there was one; the pages online are asked. A failed deploy leaves nothing that could be asked, and has no listener here:
 * its build counts as failed when it has not come online after ten minutes (`claim_site_build`).
 */
export default {
  /** New pages may be online. What changed while they were built is next. */
  async deploySucceeded() {
    await settleBuild(db);
    await requestBuild(db);
  },

  /** Every other call. */
  fetch: notFound,
};

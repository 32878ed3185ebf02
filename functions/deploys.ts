import { serviceSupabase as db } from '#server/database/service-client.ts';
import { notFound } from '#server/http/responses.ts';
import { requestBuild } from '#server/site-builds/request-build.ts';
import { confirmBuild } from '#server/site-builds/site-builds.ts';

/**
 * Netlify calls `deploySucceeded` after a deploy. Anybody can send that event, because it is not signed: so the pages online are read instead
 * of trusting it. A failed deploy cannot be checked that way; its build counts as failed after ten minutes (`claim_site_build`).
 */
export default {
  /** Confirms the pages online, and builds what changed meanwhile. */
  async deploySucceeded() {
    await confirmBuild(db);
    await requestBuild(db);
  },

  /** Every other request. */
  fetch: notFound,
};

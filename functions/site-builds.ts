import type { Config } from '@netlify/functions';
import { buildRequest, siteBuildStatus } from '#domain/site-builds/contract.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { requestBuild } from '#server/site-builds/request-build.ts';
import { makeBuildDue, readSiteBuilds } from '#server/site-builds/site-builds.ts';

export default resource('When the pages are built, and building them now.')
  .get(
    '/api/site-builds',
    { access: 'staff', right: 'none', summary: 'State of the pages, and when the next build is due', returns: siteBuildStatus },
    ({ db }) => readSiteBuilds(db),
  )
  .post(
    '/api/site-builds',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'Builds the pages now, whatever the build rule; each build is a deploy',
      limit: perMinute(6),
      query: buildRequest,
      errors: ['builds_used_up'],
      returns: siteBuildStatus,
    },
    async ({ db, query, waitUntil }) => {
      const status = await makeBuildDue(db, query.beyondBudget);
      waitUntil(requestBuild(db));
      return status;
    },
  ).handler;

export const config: Config = { path: '/api/site-builds' };

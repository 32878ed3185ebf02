import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { secrets } from '#server/secrets.ts';
import { type SiteBuildStatus, siteBuildStatus } from '#shared/schemas/site-builds.ts';
import { requestBuild } from './request-build.ts';

/** How the pages stand, and when the next build is due. */
export function readSiteBuilds({ db }: StaffCall): Promise<SiteBuildStatus> {
  return statusOf(db);
}

/** Makes a build due now, whatever the rule. The hook is called after the answer; while a build is running, this one comes when it has ended. */
export async function buildSiteNow({ db, waitUntil }: StaffCall): Promise<SiteBuildStatus> {
  await callFunction(db, 'ask_for_site_build');
  const status = await statusOf(db);
  waitUntil(requestBuild(db));
  return status;
}

async function statusOf(db: ShopDatabase): Promise<SiteBuildStatus> {
  const found = (await callFunction(db, 'site_build_status')) as object;
  return siteBuildStatus.parse({ ...found, hasHook: secrets.NETLIFY_BUILD_HOOK !== '' });
}

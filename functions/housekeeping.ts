import type { Config } from '@netlify/functions';
import { callFunction } from '#server/database/calls.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { scheduled } from '#server/http/scheduled.ts';
import { deliverMails } from '#server/mail/deliver-mails.ts';
import { settleBuild } from '#server/site-builds/confirm-build.ts';
import { requestBuild } from '#server/site-builds/request-build.ts';

/** Whatever is due. The API makes the first try of everything at once; this is for what it could not finish. */
export default scheduled('housekeeping', {
  /** Mails that were not sent right after what they tell of. */
  mails: () => deliverMails(db),
  /** Changes made past the API, and builds that were not due, failed, were lost, or that nobody took. */
  builds: async () => {
    await settleBuild(db);
    await requestBuild(db);
  },
  /** At night in Pakistan, what has served its purpose is removed. */
  forgetting: () => callFunction(db, 'forget_nightly'),
  /** Tells the doctor that schedules run. */
  heartbeat: () => callFunction(db, 'note_housekeeping'),
});

export const config: Config = { schedule: '*/5 * * * *' };

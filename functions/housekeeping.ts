import type { Config } from '@netlify/functions';
import { removeEndedTransferPhotos } from '#server/advances/transfer-photos.ts';
import { callFunction } from '#server/database/calls.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { scheduled } from '#server/http/scheduled.ts';
import { deliverMails } from '#server/mail/deliver-mails.ts';
import { removeEndedPackedPhotos } from '#server/packing/photos.ts';
import { deliverPushes } from '#server/push/deliver-pushes.ts';
import { removeEndedReturnPhotos } from '#server/returns/photos.ts';
import { removeUnusedPhotos } from '#server/reviews/unused-photos.ts';
import { requestBuild } from '#server/site-builds/request-build.ts';
import { confirmBuild } from '#server/site-builds/site-builds.ts';
import { askByWhatsapp } from '#server/whatsapp/ask-by-whatsapp.ts';

/** Does what is due. The API tries everything at once; this finishes what it could not. */
export default scheduled('housekeeping', {
  /** Asks for reviews; the mails go with this run or the next. */
  reviewMails: () => callFunction(db, 'queue_review_mails'),
  /** Tells customers that parcels left and arrived. */
  parcelMails: () => callFunction(db, 'queue_parcel_mails'),
  /** Orders whose advance is late, where an owner's rule cancels them. */
  lateAdvances: () => callFunction(db, 'cancel_late_advances'),
  /** Mails that could not be sent at once. */
  mails: () => deliverMails(db),
  /** Questions about orders that could not be sent at once. */
  whatsapp: () => askByWhatsapp(db),
  /** Changes made past the API, and builds that were not due, failed or got lost. */
  builds: async () => {
    await confirmBuild(db);
    await requestBuild(db);
  },
  /** Photos that no review has, or has any more. */
  photos: () => removeUnusedPhotos(db),
  /** Photos of transfers that were never sent with a transfer, and old ones. */
  transferPhotos: () => removeEndedTransferPhotos(db),
  /** Photos of parcels 90 days after the order's end, removed ones, and those that were never stored. */
  parcelPhotos: () => removeEndedPackedPhotos(db),
  returnPhotos: () => removeEndedReturnPhotos(db),
  /** Removes expired data, at night in Pakistan. */
  purgeExpired: () => callFunction(db, 'purge_expired_nightly'),
  /** Tells the owners what is wrong, and when it is well again; with it go the notifications that wait, such as those of quiet hours that have ended. */
  status: async () => {
    await callFunction(db, 'watch_conditions');
    await deliverPushes(db);
  },
  /** Tells the doctor that schedules run. */
  heartbeat: () => callFunction(db, 'record_housekeeping'),
});

export const config: Config = { schedule: '*/5 * * * *' };

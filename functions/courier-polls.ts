import type { Config } from '@netlify/functions';
import { pollCouriers } from '#server/couriers/poll-couriers.ts';
import { sendAdvices } from '#server/couriers/send-advices.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { scheduled } from '#server/http/scheduled.ts';
import { deliverMails } from '#server/mail/deliver-mails.ts';

/** Hears from couriers where parcels are, and tells them what is to be done with those that nobody took. */
export default scheduled('courier-polls', {
  /** Whoever is asked what to do gets the mail at once. */
  polls: async () => {
    await pollCouriers(db);
    await deliverMails(db);
  },
  advice: () => sendAdvices(db),
});

export const config: Config = { schedule: '* * * * *' };

import type { Config } from '@netlify/functions';
import { scheduled } from '#server/http/scheduled.ts';
import { deliverMails } from '#server/mail/deliver-mails.ts';
import { serviceSupabase } from '#server/service-supabase.ts';

/** Sends the mails that were not sent right after what they tell of. */
export default scheduled('mail-outbox', () => deliverMails(serviceSupabase));

export const config: Config = { schedule: '* * * * *' };

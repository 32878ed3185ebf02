import type { Config } from '@netlify/functions';
import { deliverMails } from '#server/mail/deliver-mails.ts';
import { serviceSupabase } from '#server/service-supabase.ts';

/** Sends the mails that were not sent right after what they tell of. */
export default () => deliverMails(serviceSupabase);

export const config: Config = { schedule: '* * * * *' };

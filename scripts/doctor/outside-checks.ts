import * as z from 'zod';
import { DEFAULT_SETTINGS } from '#shared/default-settings.ts';
import { answerOf, type Check, type Environment, ill, well } from './check.ts';

const settingsRows = z.array(z.object({ content: z.object({ contact: z.object({ email: z.string() }).optional() }) }));

/** What the shop asks of others: Netlify's build hook, and Resend. */
export const OUTSIDE_CHECKS: Check[] = [
  {
    name: 'Build hook',
    run: async ({ NETLIFY_BUILD_HOOK: hook }) => {
      const make = 'Make one in Netlify, Build & deploy, Build hooks, and set NETLIFY_BUILD_HOOK to its address.';
      if (!hook) return ill('NETLIFY_BUILD_HOOK not set: pages do not follow the catalogue', make);
      if (!URL.canParse(hook)) return ill('NETLIFY_BUILD_HOOK is no address', make);
      const answer = await answerOf(`${hook}?trigger_title=npm+run+doctor`, { method: 'POST', body: '{}' });
      if (!answer) return ill('no answer', 'Is NETLIFY_BUILD_HOOK right, and Netlify up (netlifystatus.com)?');
      return answer.ok ? well('answers; a build was asked for') : ill(`it answers ${answer.status}`, make);
    },
  },
  {
    name: 'Mail key',
    run: async (environment) => {
      const { RESEND_API_KEY: key, RESEND_BASE_URL: base = 'https://api.resend.com' } = environment;
      const make = 'Make one in Resend, API Keys, and set RESEND_API_KEY. Mails wait in the outbox meanwhile.';
      if (!key) return ill('RESEND_API_KEY not set: no mail is sent', make);
      const answer = await answerOf(`${base}/domains`, { headers: { Authorization: `Bearer ${key}` } });
      if (!answer) return ill('Resend does not answer', 'Try again; see resend-status.com.');
      const body = (await answer.json().catch(() => ({}))) as { name?: string; data?: { name: string; status: string }[] };
      // A key that may only send cannot list domains, and says so.
      if (answer.ok || body.name === 'restricted_api_key') return domainFinding(body.data, await senderDomain(environment));
      return ill(`Resend refuses the key (${answer.status})`, make);
    },
  },
];

type Domain = { name: string; status: string };

/** Mails go out only from a domain that was verified; which ones are, a key that may only send is not told. */
function domainFinding(domains: Domain[] | undefined, sender: string) {
  if (!domains) return well(`Resend takes it; it may only send, so see in Resend, Domains, that ${sender} is verified`);
  const verified = domains.filter(({ status }) => status === 'verified').map(({ name }) => name);
  const verify = 'Verify the domain you send from in Resend, Domains.';
  if (verified.length === 0) return ill('the key is good, but no domain is verified', verify);
  return verified.includes(sender)
    ? well(`Resend takes it and sends for ${sender}`)
    : ill(
        `mails come from ${sender}, and Resend sends for ${verified.join(', ')} alone`,
        `${verify} Or set MAIL_FROM to an address of a verified one.`,
      );
}

/** The domain of whom mails come from: `MAIL_FROM`, or the shop's address in Settings. */
async function senderDomain(environment: Environment): Promise<string> {
  const from = environment['MAIL_FROM'] || (await addressInSettings(environment)) || DEFAULT_SETTINGS.contact.email;
  return from.replace(/^.*@/, '').replace(/>.*$/, '').trim().toLowerCase();
}

async function addressInSettings({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: key = '',
}: Environment): Promise<string | undefined> {
  if (!url || !URL.canParse(url)) return undefined;
  const answer = await answerOf(new URL('/rest/v1/shop_settings?select=content', url), { headers: { apikey: key } });
  const { data } = settingsRows.safeParse(await answer?.json().catch(() => null));
  return data?.[0]?.content.contact?.email;
}

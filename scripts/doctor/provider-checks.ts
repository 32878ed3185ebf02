import * as z from 'zod';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { pushSettingsOf } from '#server/push/vapid-variables.ts';
import { whatsappSettingsOf } from '#server/whatsapp/whatsapp-variables.ts';
import { type Check, type Environment, fail, pass, tryFetch } from './check.ts';

const whatsappNumber = z.object({ verified_name: z.string() });

const settingsRows = z.array(z.object({ content: z.object({ contact: z.object({ email: z.string() }).optional() }) }));

/** Checks of Netlify's build hook, of Resend and of WhatsApp. */
export const PROVIDER_CHECKS: Check[] = [
  {
    name: 'Build hook',
    run: async ({ NETLIFY_BUILD_HOOK: hook }) => {
      const make = 'Make one in Netlify, Build & deploy, Build hooks, and set NETLIFY_BUILD_HOOK to its address.';
      if (!hook) return fail('NETLIFY_BUILD_HOOK not set: pages do not follow the catalogue', make);
      if (!URL.canParse(hook)) return fail('NETLIFY_BUILD_HOOK is no address', make);
      const answer = await tryFetch(`${hook}?trigger_title=npm+run+doctor`, { method: 'POST', body: '{}' });
      if (!answer) return fail('no answer', 'Is NETLIFY_BUILD_HOOK right, and Netlify up (netlifystatus.com)?');
      return answer.ok ? pass('answers; a build was asked for') : fail(`it answers ${answer.status}`, make);
    },
  },
  {
    name: 'Mail key',
    run: async (environment) => {
      const { RESEND_API_KEY: key, RESEND_BASE_URL: base = 'https://api.resend.com' } = environment;
      const make = 'Make one in Resend, API Keys, and set RESEND_API_KEY. Mails wait in the outbox meanwhile.';
      if (!key) return fail('RESEND_API_KEY not set: no mail is sent', make);
      const answer = await tryFetch(`${base}/domains`, { headers: { Authorization: `Bearer ${key}` } });
      if (!answer) return fail('Resend does not answer', 'Try again; see resend-status.com.');
      const body = (await answer.json().catch(() => ({}))) as { name?: string; data?: { name: string; status: string }[] };
      // A key that may only send is not allowed to list domains.
      if (answer.ok || body.name === 'restricted_api_key') return domainFinding(body.data, await senderDomain(environment));
      return fail(`Resend refuses the key (${answer.status})`, make);
    },
  },
  {
    name: 'WhatsApp',
    run: async (environment) => {
      const found = whatsappSettingsOf(environment);
      const look = 'See docs/operations/whatsapp.md.';
      if (!('settings' in found)) {
        return found.isWanted
          ? fail(`${found.missing.join(', ')} not set: no order is asked about`, `Set all of its variables or none. ${look}`)
          : pass('not set up; orders are confirmed by phone');
      }
      const { apiUrl, phoneNumberId, accessToken } = found.settings;
      const answer = await tryFetch(`${apiUrl}/${phoneNumberId}?fields=verified_name`, {
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      if (!answer) return fail('Meta does not answer', 'Try again; see metastatus.com/whatsapp-business-api.');
      const { data } = whatsappNumber.safeParse(await answer.json().catch(() => null));
      return answer.ok && data
        ? pass(`Meta takes the token; questions come from ${data.verified_name}`)
        : fail(`Meta refuses the token or the number (${answer.status})`, `Make a new token for a system user. ${look}`);
    },
  },
  {
    name: 'Notifications',
    run: async (environment) => {
      const found = pushSettingsOf(environment);
      if ('settings' in found) return pass(`the keys are a pair; push services write to ${found.settings.subject}`);
      return found.problem
        ? fail(found.problem, 'See docs/operations/notifications.md. They are off meanwhile; mails go.')
        : pass('not set up; staff hear of orders by looking');
    },
  },
];

type Domain = { name: string; status: string };

/** Resend sends only from verified domains. A key that may only send cannot list them. */
function domainFinding(domains: Domain[] | undefined, sender: string) {
  if (!domains) return pass(`Resend takes it; it may only send, so see in Resend, Domains, that ${sender} is verified`);
  const verified = domains.filter(({ status }) => status === 'verified').map(({ name }) => name);
  const verify = 'Verify the domain you send from in Resend, Domains.';
  if (verified.length === 0) return fail('the key is good, but no domain is verified', verify);
  return verified.includes(sender)
    ? pass(`Resend takes it and sends for ${sender}`)
    : fail(
        `mails come from ${sender}, and Resend sends for ${verified.join(', ')} alone`,
        `${verify} Or set MAIL_FROM to an address of a verified one.`,
      );
}

/** The domain of the sender: `MAIL_FROM`, or the shop's e-mail address in Settings. */
async function senderDomain(environment: Environment): Promise<string> {
  const from = environment['MAIL_FROM'] || (await addressInSettings(environment)) || DEFAULT_SETTINGS.contact.email;
  return from.replace(/^.*@/, '').replace(/>.*$/, '').trim().toLowerCase();
}

async function addressInSettings({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: key = '',
}: Environment): Promise<string | undefined> {
  if (!url || !URL.canParse(url)) return undefined;
  const answer = await tryFetch(new URL('/rest/v1/shop_settings?select=content', url), { headers: { apikey: key } });
  const { data } = settingsRows.safeParse(await answer?.json().catch(() => null));
  return data?.[0]?.content.contact?.email;
}

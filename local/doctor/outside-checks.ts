import { answerOf, type Check, ill, well } from './check.ts';

/** What the shop asks of others: Netlify's build hook, Resend, and the shop's own address. */
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
    run: async ({ RESEND_API_KEY: key, RESEND_BASE_URL: base = 'https://api.resend.com' }) => {
      const make = 'Make one in Resend, API Keys, and set RESEND_API_KEY. Mails wait in the outbox meanwhile.';
      if (!key) return ill('RESEND_API_KEY not set: no mail is sent', make);
      const answer = await answerOf(`${base}/domains`, { headers: { Authorization: `Bearer ${key}` } });
      if (!answer) return ill('Resend does not answer', 'Try again; see resend-status.com.');
      const body = (await answer.json().catch(() => ({}))) as { name?: string; data?: { name: string; status: string }[] };
      // A key that may only send cannot list domains, and says so.
      if (answer.ok || body.name === 'restricted_api_key') return domainFinding(body.data);
      return ill(`Resend refuses the key (${answer.status})`, make);
    },
  },
  {
    name: 'Shop address',
    run: async ({ URL: url }) => {
      const set = 'Set URL to where shoppers reach the shop; on Netlify it is set by itself.';
      if (!url) return ill('URL not set: mails and social pictures would point to localhost', set);
      if (!URL.canParse(url)) return ill('URL is no address', set);
      const answer = await answerOf(new URL('/api/health', url));
      if (!answer) return ill(`${url} does not answer`, 'Deploy the site, then run this again.');
      const health = (await answer.json().catch(() => null)) as { data?: Record<string, unknown> } | null;
      const down = ['database', 'auth', 'storage'].filter((part) => health?.data?.[part] !== 'up');
      if (!health?.data)
        return ill(`${url}/api/health is not the shop’s`, 'Are the functions deployed? See the deploy log in Netlify.');
      return down.length === 0
        ? well('database, auth and storage are up from there')
        : ill(
            `from there ${down.join(' and ')} cannot be reached`,
            'Are the three SUPABASE_… variables set in Netlify, for functions, too?',
          );
    },
  },
];

function domainFinding(domains: { name: string; status: string }[] | undefined) {
  const unverified = domains?.filter(({ status }) => status !== 'verified') ?? [];
  if (domains && unverified.length === domains.length) {
    return ill('the key is good, but no domain is verified', 'Verify the domain you send from in Resend, Domains.');
  }
  return well('Resend takes it');
}

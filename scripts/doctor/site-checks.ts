import * as z from 'zod';
import { LATE_MS } from '#domain/health/contract.ts';
import { type Check, type Environment, fail, pass, serviceClient, shopAddress, tryFetch } from './check.ts';

const PAGE_HEADERS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];
const API_HEADERS = ['content-security-policy', 'x-content-type-options'];

/** Without the database the parts are the details of a refusal. */
const parts = z.record(z.string(), z.unknown()).optional();
const healthAnswer = z.object({ data: parts, details: parts });
const online = z.object({ builtAt: z.iso.datetime() });
const builds = z.object({ due_at: z.string().nullable(), failed_at: z.string().nullable() });
const heartbeat = z.object({ housekeeping_at: z.string().nullable() });
const withPhotos = z.array(z.object({ images: z.array(z.string()) }));

/** Checks of the deployed site; the first one stops the others if its address does not answer. */
export const SITE_CHECKS: Check[] = [
  {
    name: 'Shop address',
    blocks: true,
    run: async ({ URL: url }) => {
      const set = 'Set URL to where shoppers reach the shop; on Netlify it is set by itself.';
      if (!url) return fail('URL not set: mails and social pictures would point to localhost', set);
      if (!URL.canParse(url)) return fail('URL is no address', set);
      const answer = await tryFetch(new URL('/api/health', url));
      if (!answer) return fail(`${url} does not answer`, 'Deploy the site, then run this again.');
      const { data: health } = healthAnswer.safeParse(await answer.json().catch(() => null));
      const parts = health?.data ?? health?.details;
      const down = ['database', 'auth', 'storage'].filter((part) => parts?.[part] !== 'up');
      if (!parts)
        return fail(`${url}/api/health is not the shop’s`, 'Are the functions deployed? See the deploy log in Netlify.');
      return down.length === 0
        ? pass('database, auth and storage are up from there')
        : fail(
            `from there ${down.join(' and ')} cannot be reached`,
            'Are the three SUPABASE_… variables set in Netlify, for functions, too?',
          );
    },
  },
  {
    name: 'HTTPS',
    run: async (environment) => {
      const { protocol, host, hostname } = shopAddress(environment);
      if (['localhost', '127.0.0.1'].includes(hostname)) return pass('not needed on this machine');
      if (protocol !== 'https:')
        return fail('URL is no https address', 'Set URL to https://…; Netlify has a certificate for every domain.');
      const answer = await tryFetch(`http://${host}/`, { redirect: 'manual' });
      return answer?.headers.get('location')?.startsWith('https://')
        ? pass('plain HTTP is sent on to it')
        : fail(
            'plain HTTP is not sent on to HTTPS',
            'In Netlify, Domain management, HTTPS: wait for the certificate, then force HTTPS.',
          );
    },
  },
  {
    name: 'Headers',
    run: async (environment) => {
      const address = shopAddress(environment);
      const wanted = address.protocol === 'https:' ? [...PAGE_HEADERS, 'strict-transport-security'] : PAGE_HEADERS;
      const [page, api] = [await tryFetch(address), await tryFetch(new URL('/api/health', address))];
      const lacking = [
        ...wanted.filter((name) => !page?.headers.has(name)).map((name) => `${name} on pages`),
        ...API_HEADERS.filter((name) => !api?.headers.has(name)).map((name) => `${name} on the API`),
      ];
      return lacking.length === 0
        ? pass('pages and API have theirs')
        : fail(
            `missing: ${lacking.join(', ')}`,
            'netlify.toml holds those of pages: is it in the base directory of the site, and is no other service in front of it?',
          );
    },
  },
  {
    name: 'Hidden functions',
    run: async (environment) => {
      const open: string[] = [];
      for (const name of ['deploys', 'housekeeping']) {
        const answer = await tryFetch(new URL(`/.netlify/functions/${name}`, shopAddress(environment)));
        // Any refusal is fine: the function itself answers 404, Netlify may answer 401, 403 or 405.
        const isRefused = answer && answer.status >= 400 && answer.status < 500;
        if (!isRefused) open.push(`${name} (${answer?.status ?? 'no answer'})`);
      }
      return open.length === 0
        ? pass('deploys and housekeeping are not found by strangers')
        : fail(`strangers are answered by ${open.join(', ')}`, 'A visit must be refused: deploy the functions of this version.');
    },
  },
  {
    name: 'Schedule',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      const look =
        'In Netlify, Logs, Functions, look at housekeeping: it runs for the published deploy only, and stops when the plan’s credits are used up.';
      if (error) return fail('could not be read', 'Apply the migrations first.');
      const { housekeeping_at: last } = heartbeat.parse(data);
      if (!last) return fail('housekeeping has never run: mails and builds that failed are not tried again', look);
      const minutes = Math.round((Date.now() - Date.parse(last)) / 60_000);
      return minutes * 60_000 <= LATE_MS
        ? pass(`housekeeping ran ${minutes} min ago`)
        : fail(`housekeeping has not run for ${minutes} min`, look);
    },
  },
  {
    name: 'Pages',
    run: async (environment) => {
      const answer = await tryFetch(new URL('/build.json', shopAddress(environment)));
      const { data: pages } = online.safeParse(await answer?.json().catch(() => null));
      if (!pages)
        return fail('/build.json does not say when they were built', 'Deploy this version; see the deploy log in Netlify.');
      const { data, error } = await serviceClient(environment).rpc('site_build_status');
      if (error) return fail('the builds could not be read', 'Apply the migrations first.');
      const { failed_at: failedAt, due_at: dueAt } = builds.parse(data);
      if (failedAt) return fail(`the build of ${failedAt} did not come online`, 'See the deploys in Netlify for the reason.');
      return dueAt && Date.now() - Date.parse(dueAt) > LATE_MS
        ? fail(
            `changes have been waiting for a build since ${dueAt}`,
            'Is NETLIFY_BUILD_HOOK set in Netlify, for functions, and are builds not stopped there?',
          )
        : pass(`built from what was there at ${pages.builtAt}`);
    },
  },
  {
    name: 'Image CDN',
    run: async (environment) => {
      const photo = await storedPhoto(environment);
      if (!photo) return pass('no product has a photo of the storage yet: run this again after the first upload');
      const address = new URL('/.netlify/images', shopAddress(environment));
      address.search = new URLSearchParams({ url: photo, w: '160' }).toString();
      const answer = await tryFetch(address);
      const type = answer?.headers.get('content-type') ?? 'nothing';
      await answer?.body?.cancel();
      return answer?.ok && type.startsWith('image/')
        ? pass(`draws a photo of the storage as ${type}`)
        : fail(
            `answers ${answer?.status ?? 'nothing'} for a photo of the storage`,
            'Was the site built with today’s SUPABASE_URL? The build allows the CDN to fetch from there.',
          );
    },
  },
];

/** The address of one uploaded product photo. */
async function storedPhoto(environment: Environment): Promise<string | undefined> {
  const { data } = await serviceClient(environment).from('products').select('images').is('archived_at', null).limit(200);
  const storage = new URL('/storage/v1/', environment['SUPABASE_URL']).href;
  return withPhotos
    .parse(data ?? [])
    .flatMap(({ images }) => images)
    .find((image) => image.startsWith(storage));
}

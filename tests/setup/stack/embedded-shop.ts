import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { type PushDouble, startPushDouble } from '#tests/setup/doubles/push-double.ts';
import { apiDescription } from '#tests/setup/every-operation/api-description.ts';
import { assertPromised } from '#tests/setup/every-operation/promised-answers.ts';
import { freePort } from './free-port.ts';
import { startHostedSupabase } from './hosted-supabase.ts';
import { type TestSupabase, takeSharedSupabase } from './shared-supabases.ts';

interface Sent {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The address the request seems to come from. */
  ip?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  /** The whole envelope. */
  json: any;
}

export interface EmbeddedShop {
  supabase: TestSupabase;
  /** Sends a request to the shop's functions and reads the JSON they answer with. Fails on an answer that the API's description does not know. */
  call(method: string, path: string, sent?: Sent): Promise<Answered>;
  /** Sends a request as it is, and gives the answer as it is. Takes the address it seems to come from. */
  ask(request: Request, ip?: string): Promise<Response>;
  /** Runs a function as its schedule does. */
  runScheduled(name: string): Promise<void>;
  /** Rows of a query, as the owner of the database sees them. */
  rows(sql: string): Promise<any[]>;
  /** What a browser gets that subscribes to the shop's notifications. */
  subscribe: () => ReturnType<PushDouble['subscribe']>;
  /** Settles when nothing is left of the work that functions went on with after they had answered. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** A shop's address at which nobody answers, and that at once: a name nobody knows may take seconds to be looked up. */
export const NO_PAGES = 'http://127.0.0.1:1';

interface Options {
  rateLimits?: 'on' | 'off';
  /** Puts something between the shop and its Supabase. Takes the address of the one, returns the other's. */
  through?: (supabaseUrl: string) => Promise<string>;
}

/** A shop of the test's own: functions called as `Request → Response`, on an embedded Supabase with the demo catalogue in memory. */
export async function startEmbeddedShop({ rateLimits = 'off', through }: Options = {}): Promise<EmbeddedShop> {
  const home = await mkdtemp(join(tmpdir(), 'shop-api-'));
  const supabase = await startSupabase(home);
  const pushService = await startPushDouble();

  Object.assign(process.env, {
    SUPABASE_URL: through ? await through(supabase.url) : supabase.url,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SHOP_RATE_LIMITS: rateLimits,
    SHOP_LOG: 'errors',
    URL: process.env.URL ?? NO_PAGES,
    ...notifications(pushService),
  });
  const { mountFunctions } = await import('#local/netlify/functions.ts');
  const functions = await mountFunctions();
  const ask = async (request: Request, ip = '198.51.100.7') => {
    const response = (await functions.answer(request, ip)) ?? (await functions.answerMissing(request, ip));
    if (!response) throw new Error(`No function answers ${request.method} ${request.url}`);
    return response;
  };
  let described: ReturnType<typeof apiDescription> | undefined;

  return {
    supabase,
    call: async (method, path, { body, token, headers = {}, ip = '198.51.100.7' } = {}) => {
      const request = new Request(new URL(path, 'http://shop.test'), {
        method,
        headers: {
          ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const response = await ask(request, ip);
      const json = await response.json();
      described ??= apiDescription(() => ask(new Request('http://shop.test/api/openapi.json')));
      assertPromised(await described, method, new URL(request.url).pathname, { status: response.status, code: json?.code });
      return { status: response.status, headers: response.headers, json };
    },
    ask,
    runScheduled: async (name) => {
      const found = functions.scheduled.find((scheduled) => scheduled.name === name);
      if (!found) throw new Error(`No function named ${name} has a schedule`);
      const answer = (await found.run()) as Response;
      if (!answer.ok) throw new Error(`The scheduled function ${name} answered ${answer.status}`);
    },
    rows: (sql) => supabase.sql(sql) as Promise<never[]>,
    subscribe: () => pushService.subscribe(process.env.VAPID_PUBLIC_KEY ?? ''),
    idle: functions.idle,
    stop: async () => {
      await functions.idle();
      await pushService.stop();
      await supabase.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Notifications are set up, unless the test says otherwise. */
function notifications({ url }: PushDouble) {
  if (process.env.VAPID_SUBJECT !== undefined) return {};
  const { publicKey, privateKey } = makeVapidKeys();
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:care@your.shop',
    PUSH_TEST_SERVICE: url,
  };
}

/** Starts what the run is on: the parts of a hosted project, or the embedded ones with their files in `home`. The demo catalogue is in it. */
export async function startSupabase(home: string): Promise<TestSupabase> {
  if (process.env.SHOP_TESTS_ON === 'hosted') return startHostedSupabase('demo');
  const supabase = await startInMemory(home);
  await supabase.seed();
  return supabase;
}

/** The next of those that the run shares; outside of such a run one of its own. */
async function startInMemory(home: string): Promise<TestSupabase> {
  const shared = await takeSharedSupabase();
  if (shared) return shared;
  const keys = newSupabaseKeys();
  return { ...(await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() })), ...keys };
}

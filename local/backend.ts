import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeVapidKeys, vapidKeys } from '#server/push/vapid-keys.ts';
import { startDemoCourier } from './couriers/demo-courier.ts';
import { type Demo, fillDemo } from './demo/fill-demo.ts';
import { isEnding, noteEnding } from './ending.ts';
import { loseUnwritableOutput } from './lost-output.ts';
import { readSettings, type Settings } from './settings.ts';
import { acquireDataLock, requireFreePort } from './single-instance.ts';
import { step } from './step.ts';
import { openProject, type Project, readIfThere } from './supabase/project.ts';

/** What `npm start` and `npm run dev` run on. */
export interface Backend {
  project: Project;
  /** Null on a hosted project. */
  demo: Demo | null;
  /** The environment without secret keys, for the build of the pages. */
  buildEnvironment: NodeJS.ProcessEnv;
}

/** Reserves the data folder and checks the port for `user`, such as `the shop`. @throws UserError when one of them is in use */
export async function reserveMachine(user: string): Promise<Settings> {
  loseUnwritableOutput();
  const settings = readSettings();
  await mkdir(settings.data, { recursive: true, mode: 0o700 });
  await acquireDataLock(settings.data);
  await requireFreePort(settings.port, user);
  return settings;
}

/**
 * Opens the database and puts its address and keys into the environment, as Netlify has them. Closes it when the process is told to stop.
 * @throws UserError when the database does not start
 */
export async function openBackend(settings: Settings): Promise<Backend> {
  const project = await openProject(settings);
  stopOnSignals(project);
  Object.assign(process.env, {
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    SUPABASE_SECRET_KEY: project.secretKey,
    ...(project.embedded && !process.env.SECOND_FACTOR_KEY ? { SECOND_FACTOR_KEY: await secondFactorKey(settings.data) } : {}),
    ...(project.embedded && !process.env.VAPID_PUBLIC_KEY ? await pushVariables(settings.data) : {}),
    URL: settings.url,
    SHOP_LOG: process.env.SHOP_LOG ?? 'errors',
    // A demo shop sends no mails unless a mail service is set.
    ...(project.embedded && !process.env.RESEND_API_KEY ? { MAIL_FOLDER: join(settings.data, 'mail') } : {}),
  });
  const {
    SUPABASE_SECRET_KEY: _,
    SECOND_FACTOR_KEY: _key,
    SECOND_FACTOR_KEY_PREVIOUS: _previous,
    VAPID_PRIVATE_KEY: _pushKey,
    ...buildEnvironment
  } = process.env;
  const demo = project.owner ? await fillDemo(project, project.owner, settings) : null;
  if (project.owner && demo) await addCourier(project.owner, demo);
  // A shop that `npm run demo:clear` emptied opens with empty pages. Later, a catalogue that reads as empty is taken for an error.
  const isEmpty = (await project.owner?.sql('select from public.products p where p.archived_at is null limit 1'))?.length === 0;
  return { project, demo, buildEnvironment: { ...buildEnvironment, ...(isEmpty ? { SHOP_MAY_BE_EMPTY: 'yes' } : {}) } };
}

/** How staff sign in, for the terminal. */
export function loginLine({ staff }: Demo): string {
  return staff ? `${staff.username} / ${staff.password}` : 'as in the restored shop; "npm run staff:add" adds another';
}

/** Starts the demo's courier, which knows its parcels once the history is there. */
async function addCourier(owner: NonNullable<Project['owner']>, demo: Demo): Promise<void> {
  const courier = await startDemoCourier(owner);
  const { writeHistory } = demo;
  if (!writeHistory) await courier?.readParcels();
  else
    demo.writeHistory = async () => {
      await writeHistory();
      await courier?.readParcels();
    };
}

/** Prints how long it takes until the history of the demo is there. */
export function printHistory(history: Promise<void>): Promise<void> {
  return step('Writing eight weeks of demo history', () => history);
}

/** Ctrl-C, a closed terminal and `kill` close the database before the process ends. */
function stopOnSignals(project: Project): void {
  const stop = async () => {
    if (isEnding()) return;
    noteEnding();
    await project.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  project.lost.then(() => {
    console.error('The embedded database stopped while it was being prepared; see supabase/supabase.log in the data folder.');
    process.exit(1);
  });
}

/** The key of the second factors of the data folder's shop, made once. */
async function secondFactorKey(data: string): Promise<string> {
  const file = join(data, 'second-factor.key');
  const saved = await readIfThere(file);
  if (saved) return saved.trim();
  const key = randomBytes(32).toString('base64url');
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

/** The keys of the data folder's shop for notifications, made once: a browser that subscribed with another pair has to subscribe anew. */
async function pushVariables(data: string): Promise<Record<string, string>> {
  const file = join(data, 'push-keys.json');
  const saved = await readIfThere(file);
  const { publicKey, privateKey } = saved ? vapidKeys.parse(JSON.parse(saved)) : makeVapidKeys();
  if (!saved) await writeFile(file, JSON.stringify({ publicKey, privateKey }), { mode: 0o600 });
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'https://example.com' };
}

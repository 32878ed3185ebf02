/**
 * `npm run staff:add`: asks for an e-mail address, a user name and a password, and puts that person on the staff, as an owner.
 * With `-- --reset-second-factor NAME` it takes a lost second factor from somebody who is on it, with `-- --owner NAME` it makes them an owner.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { readSettings, type Settings } from '#local/settings.ts';
import { acquireDataLock } from '#local/single-instance.ts';
import { openProject, type Project, readIfThere } from '#local/supabase/project.ts';
import { main, UserError } from '#local/user-error.ts';
import { addStaff, staffAccount } from './add-staff.ts';
import { makeOwner, resetSecondFactor } from './change-staff.ts';
import { ask } from './prompt.ts';

const access = z.object({ supabaseUrl: z.string(), publishableKey: z.string(), secretKey: z.string() });

type Reached = Pick<Project, 'url' | 'publishableKey' | 'secretKey' | 'stop'>;

await main(async () => {
  const settings = readSettings();
  const wanted = readOptions();
  if (wanted['reset-second-factor'] !== undefined) {
    const name = wanted['reset-second-factor'];
    const username = await within(settings, (project) => resetSecondFactor(project, name));
    return console.log(`${username} has no second factor now, is signed out, and signs in at /admin with the password alone.`);
  }
  if (wanted.owner !== undefined) {
    const name = wanted.owner;
    return console.log(`${await within(settings, (project) => makeOwner(project, name))} is an owner now.`);
  }

  const [email = '', username = '', password = ''] = await ask([
    { text: 'E-mail:    ' },
    { text: 'User name: ' },
    { text: 'Password:  ', secret: true },
  ]);
  const account = staffAccount.safeParse({ email, username, password });
  if (!account.success) throw new UserError(account.error.issues.map(({ message }) => `${message}.`).join(' '));
  await within(settings, (project) => addStaff(project, account.data));
  console.log(`${account.data.username} can sign in at /admin now.`);
});

/** @throws UserError for an option that there is not */
function readOptions() {
  try {
    return parseArgs({ options: { 'reset-second-factor': { type: 'string' }, owner: { type: 'string' } } }).values;
  } catch {
    throw new UserError('Use npm run staff:add alone, or with -- --reset-second-factor NAME or -- --owner NAME.');
  }
}

async function within<Done>(settings: Settings, work: (project: Reached) => Promise<Done>): Promise<Done> {
  const project = await reachProject(settings);
  try {
    return await work(project);
  } finally {
    await project.stop();
  }
}

/** The hosted project of the environment; else the embedded one: that of the running shop, or opened for this moment. */
async function reachProject(settings: Settings): Promise<Reached> {
  if (process.env.SUPABASE_URL) return openProject(settings);
  await mkdir(settings.data, { recursive: true, mode: 0o700 });
  try {
    await acquireDataLock(settings.data);
  } catch (error) {
    const text = await readIfThere(join(settings.data, 'access.json'));
    if (!(error instanceof UserError) || !text) throw error;
    const { supabaseUrl, ...keys } = access.parse(JSON.parse(text));
    return { url: supabaseUrl, ...keys, stop: async () => {} };
  }
  return openProject(settings);
}

/**
 * `npm run staff:add`: asks for an e-mail address, a user name and a password, and adds that person to the staff, as an owner.
 * `-- --reset-second-factor NAME` removes a staff member's lost second factor, `-- --owner NAME` makes a staff member an owner.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { readSettings, type Settings } from '#local/settings.ts';
import { acquireDataLock } from '#local/single-instance.ts';
import { addStaff, makeOwner, type ProjectAccess, resetSecondFactor, staffAccount } from '#local/staff/staff-accounts.ts';
import { openProject, type Project, readIfThere } from '#local/supabase/project.ts';
import { main, UserError } from '#local/user-error.ts';
import { ask } from '../prompt.ts';

const access = z.object({ supabaseUrl: z.string(), publishableKey: z.string(), secretKey: z.string() });

type OpenProject = ProjectAccess & Pick<Project, 'stop'>;

await main(async () => {
  const settings = readSettings();
  const wanted = readOptions();
  if (wanted['reset-second-factor'] !== undefined) {
    const name = wanted['reset-second-factor'];
    const username = await withProject(settings, (project) => resetSecondFactor(project, name));
    return console.log(`${username} has no second factor now, is signed out, and signs in at /admin with the password alone.`);
  }
  if (wanted.owner !== undefined) {
    const name = wanted.owner;
    return console.log(`${await withProject(settings, (project) => makeOwner(project, name))} is an owner now.`);
  }

  const [email = '', username = '', password = ''] = await ask([
    { text: 'E-mail:    ' },
    { text: 'User name: ' },
    { text: 'Password:  ', secret: true },
  ]);
  const account = staffAccount.safeParse({ email, username, password });
  if (!account.success) throw new UserError(account.error.issues.map(({ message }) => `${message}.`).join(' '));
  await withProject(settings, (project) => addStaff(project, account.data));
  console.log(`${account.data.username} can sign in at /admin now.`);
});

/** @throws UserError for an unknown option */
function readOptions() {
  try {
    return parseArgs({ options: { 'reset-second-factor': { type: 'string' }, owner: { type: 'string' } } }).values;
  } catch {
    throw new UserError('Use npm run staff:add alone, or with -- --reset-second-factor NAME or -- --owner NAME.');
  }
}

async function withProject<Done>(settings: Settings, work: (project: OpenProject) => Promise<Done>): Promise<Done> {
  const project = await openAnyProject(settings);
  try {
    return await work(project);
  } finally {
    await project.stop();
  }
}

/** The hosted project of the environment, else the embedded one: the running shop's, or opened for this command. */
async function openAnyProject(settings: Settings): Promise<OpenProject> {
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

/** `npm run staff:add`: asks for an e-mail address, a user name and a password, and puts that person on the staff. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { main, Sentence } from '../sentence.ts';
import { readSettings, type Settings } from '../settings.ts';
import { takeFolder } from '../single-instance.ts';
import { openProject, type Project, readIfThere } from '../supabase/project.ts';
import { addStaff, staffAccount } from './add-staff.ts';
import { ask } from './prompt.ts';

const access = z.object({ supabaseUrl: z.string(), publishableKey: z.string(), secretKey: z.string() });

await main(async () => {
  const settings = readSettings();
  const [email = '', username = '', password = ''] = await ask([
    { text: 'E-mail:    ' },
    { text: 'User name: ' },
    { text: 'Password:  ', secret: true },
  ]);
  const account = staffAccount.safeParse({ email, username, password });
  if (!account.success) throw new Sentence(account.error.issues.map(({ message }) => `${message}.`).join(' '));

  const project = await reachProject(settings);
  try {
    await addStaff(project, account.data);
  } finally {
    await project.stop();
  }
  console.log(`${account.data.username} can sign in at /admin now.`);
});

/** The hosted project of the environment; else the embedded one: that of the running shop, or opened for this moment. */
async function reachProject(settings: Settings): Promise<Pick<Project, 'url' | 'publishableKey' | 'secretKey' | 'stop'>> {
  if (process.env.SUPABASE_URL) return openProject(settings);
  await mkdir(settings.data, { recursive: true, mode: 0o700 });
  try {
    await takeFolder(settings.data);
  } catch (error) {
    const text = await readIfThere(join(settings.data, 'access.json'));
    if (!(error instanceof Sentence) || !text) throw error;
    const { supabaseUrl, ...keys } = access.parse(JSON.parse(text));
    return { url: supabaseUrl, ...keys, stop: async () => {} };
  }
  return openProject(settings);
}

import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { type Project, readIfThere } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';
import type { Database } from '#server/database/types.ts';
import { addStaff, staffAccount } from './staff-accounts.ts';

/** Who works in the demo beside its owner: one in each of these roles, called like it. */
const ROLES = { manager: 'Manager', desk: 'Desk', packer: 'Packer', accounts: 'Accounts' };

/** Those who move money sign in with a second factor; its secret is kept, so that a code can be made. */
const colleague = staffAccount.extend({ role: z.string(), secret: z.string().nullable() });

export type Colleague = z.infer<typeof colleague>;

const fileOf = (data: string) => join(data, 'team.json');

/** The colleagues that the data folder knows: none in a shop without history, a restored one, and one of somebody's own. */
export async function readTeam(data: string): Promise<Colleague[]> {
  const saved = await readIfThere(fileOf(data));
  return saved ? z.array(colleague).parse(JSON.parse(saved)) : [];
}

/** Puts the colleagues on the staff of a new demo, and keeps their random passwords in the data folder. @throws UserError when the project refuses */
export async function makeTeam(project: Project, data: string): Promise<void> {
  const made = await Promise.all(
    Object.entries(ROLES).map(async ([username, role]): Promise<Colleague> => {
      const account = { email: `${username}@naqsh.example`, username, password: randomBytes(9).toString('base64url') };
      const id = await addStaff(project, account, username);
      return { ...account, role, secret: await switchOnNeededFactor(project, id) };
    }),
  );
  await writeFile(fileOf(data), JSON.stringify(made, null, 2), { mode: 0o600 });
}

/** Forgets the colleagues: their accounts went, or have the passwords of a backup. */
export async function forgetTeam(data: string): Promise<void> {
  await rm(fileOf(data), { force: true });
}

/** The secret of the second factor that somebody's role needs; null where it needs none. */
async function switchOnNeededFactor({ url, secretKey }: Project, staffId: string): Promise<string | null> {
  const db = createClient<Database>(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data: factor, error } = await db.rpc('show_second_factor', { staff_id: staffId });
  if (error) throw new UserError(`The second factor of the demo's staff could not be read: ${error.message}`);
  if (!(factor as { is_required: boolean }).is_required) return null;
  // It reads its key from the environment, which is complete only now.
  const { encrypted, newSecret } = await import('#server/accounts/second-factor.ts');
  const secret = newSecret();
  const switchedOn = { staff_id: staffId, secret: encrypted(secret), time_step: 0, recovery_hashes: [] };
  const { error: refused } = await db.rpc('switch_on_second_factor', switchedOn);
  if (refused) throw new UserError(`The second factor of the demo's staff could not be switched on: ${refused.message}`);
  return secret;
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from './user-error.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Settings {
  port: number;
  url: string;
  /** The folder with all data of the local shop. */
  data: string;
  /** Port of the embedded Supabase. Fixed, because photo addresses contain it. */
  supabasePort: number;
  /** Whether a new data folder gets eight weeks of history. */
  hasHistory: boolean;
}

/** `PORT` and `SHOP_DATA` from the environment. @throws UserError when PORT is not a port */
export function readSettings(): Settings {
  const port = Number(process.env.PORT ?? 8888);
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    throw new UserError(`PORT must be a number from 1 to 65534, not "${process.env.PORT}".`);
  return {
    port,
    url: `http://localhost:${port}`,
    data: resolve(ROOT, process.env.SHOP_DATA ?? '.data'),
    supabasePort: port + 1,
    hasHistory: process.env.SHOP_DEMO_HISTORY !== 'off',
  };
}

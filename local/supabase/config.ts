/** The configuration of the embedded Supabase, in the form its library loads: what a hosted project has in its `config.toml`, and the database. */
import { PGlite, PgliteConnection } from '@supabase/lite/pglite';
import { takeNewDatabase } from './new-database.ts';
import { servedProject } from './served-project.ts';

const { port, database, publishableKey, secretKey, jwtSecret, tokenSeconds } = servedProject();

const POSTGRES_SETTINGS = [
  // Postgres takes 128 MB, and PGlite fills them with zeros. Files are read from the system's cache: a young shop fits into these.
  'shared_buffers=16MB',
  // As hosted projects have it. Here nothing analyzes tables that grow, so a plan from when one was small would read all of it with each order
  // (docs/decisions/tooling/0007-embedded-stack.md).
  'random_page_cost=1.1',
];

const startParams = [...PGlite.defaultStartParams, ...POSTGRES_SETTINGS.flatMap((setting) => ['-c', setting])];

export default {
  api: { port, schemas: ['public'] },
  auth: {
    enabled: true,
    publishable_key: publishableKey,
    secret_key: secretKey,
    jwt_secret: jwtSecret,
    jwt_expiry: tokenSeconds,
  },
  storage: { enabled: true },
  /** Another one each time it is asked for: a database in memory may be followed by a new one. */
  get connection() {
    const begun = takeNewDatabase();
    return new PgliteConnection({
      url: database,
      pgliteOptions: { startParams, ...(begun ? { loadDataDir: begun } : {}) },
    });
  },
};

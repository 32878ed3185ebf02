import { startPostgresServer } from './postgres-server.ts';
import { applyMigrations } from './real-postgres.ts';

/** Starts the PostgreSQL server of a run, as Vitest's global setup, with the database that its test files copy. Returns what stops it. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  const owner = server.open({ max: 1 });
  await applyMigrations(owner);
  await owner.end();
  process.env.SHOP_SHARED_POSTGRES = String(server.port);
  return server.stop;
}

import { afterAll } from 'vitest';
import { type RealPostgres, startRealPostgres } from './real-postgres.ts';

/** A database on real PostgreSQL for the test file that asks, stopped after its tests. Takes what `startRealPostgres` takes. */
export async function testPostgres(...options: Parameters<typeof startRealPostgres>): Promise<RealPostgres> {
  const database = await startRealPostgres(...options);
  afterAll(() => database.stop());
  return database;
}

import { expect, test } from 'vitest';
import { ERRORS } from '#server/errors.ts';
import { startRealPostgres } from '#tests/setup/real-postgres.ts';

test('every error that SQL can raise is in the catalogue with its status', async () => {
  const database = await startRealPostgres();
  try {
    const sources = await database.owner<{ prosrc: string }[]>`
      select prosrc from pg_proc where pronamespace in ('shop'::regnamespace, 'public'::regnamespace)`;
    const calls = sources.flatMap(({ prosrc }) =>
      [...prosrc.matchAll(/shop\.refuse\(\s*(.{0,40})/g)].map(([, args = '']) => args),
    );
    const raised = new Map(calls.map(codeAndStatus));
    expect(raised.size).toBeGreaterThan(30);
    expect(Object.fromEntries(raised)).toEqual(
      Object.fromEntries([...raised.keys()].map((code) => [code, (ERRORS as Record<string, { status: number }>)[code]?.status])),
    );
  } finally {
    await database.stop();
  }
});

/** `409, 'slug_taken', …` as code and status. @throws Error for a code that is not written out, which no test could compare */
function codeAndStatus(args: string): [code: string, status: number] {
  const [, status, code] = /^(\d+), '(\w+)'/.exec(args) ?? [];
  if (!status || !code) throw new Error(`shop.refuse(${args} does not name its status and code`);
  return [code, Number(status)];
}

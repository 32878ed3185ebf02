import { expect, test } from 'vitest';
import { isErrorCode } from '#server/errors.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

const { owner } = await testPostgres();

test('every error that SQL can raise is in the catalogue', async () => {
  const sources = await owner<{ prosrc: string }[]>`
    select coalesce(pg_get_function_sqlbody(oid), prosrc) as prosrc from pg_proc where pronamespace in ('shop'::regnamespace, 'public'::regnamespace)`;
  const calls = sources.flatMap(({ prosrc }) => [...prosrc.matchAll(/shop\.refuse\(\s*(.{0,40})/g)].map(([, args = '']) => args));
  const raised = new Set(calls.map(codeOf));
  expect(raised.size).toBeGreaterThan(60);
  expect([...raised].filter((code) => !isErrorCode(code))).toEqual([]);
});

/** `'slug_taken', …` as its code. @throws Error for a code that is not written out, which no test could compare */
function codeOf(args: string): string {
  const [, code] = /^'(\w+)'/.exec(args) ?? [];
  if (!code) throw new Error(`shop.refuse(${args} does not name its code`);
  return code;
}

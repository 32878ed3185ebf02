/**
 * Vitest's setup: what the server says on the console of errors is collected, not printed. A test that fails shows what was said meanwhile; a file whose tests
 * say what they `provokes` fails on anything else; of the other files `npm test` tells at its end what they logged.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { afterAll, beforeEach, expect, type RunnerTestSuite } from 'vitest';
import { kindOf, SaidErrors } from './said-errors.ts';

/** `npm test` empties it first, and tells at its end what is there. */
const RESULTS = new URL('../../test-results/', import.meta.url);

const errors = new SaidErrors();
const print = console.error;

console.error = (...said: unknown[]) => errors.note(kindOf(said), expect.getState().currentTestName ?? 'outside of its tests');

/**
 * Says which errors the server logs, in this file. Takes how a line begins: `notifications not sent`, or `503 POST /api/orders` of an answer. Each must have
 * come by the end of the file, not of the test: work after an answer may log it later.
 */
export function provokes(...kinds: string[]): void {
  errors.expect(kinds);
}

let file: RunnerTestSuite | undefined;

beforeEach(({ task, onTestFailed }) => {
  file = task.file;
  const before = errors.count;
  onTestFailed(() => {
    const said = errors.since(before);
    if (said) print(`The server logged meanwhile:\n${said}`);
  });
});

afterAll(() => {
  console.error = print;
  if (errors.isExpecting) return errors.assertExpected(file !== undefined && isWhole(file));
  const said = errors.unexpected();
  if (!said) return;
  mkdirSync(RESULTS, { recursive: true });
  appendFileSync(new URL('logged-errors.txt', RESULTS), `${expect.getState().testPath}\n${said.replace(/^/gm, '  ')}\n`);
});

function isWhole({ tasks }: RunnerTestSuite): boolean {
  return tasks.every((task) => (task.type === 'test' ? task.result?.state === 'pass' : isWhole(task)));
}

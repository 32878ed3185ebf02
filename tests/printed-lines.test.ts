import { expect, test, vi } from 'vitest';
import { print, printedLines, relay, tooManyLines } from './printed-lines.ts';

test('the lines of a run and of its tools are counted, whichever stream they go to', async () => {
  const before = printedLines();
  const said = vi.spyOn(console, 'log').mockReturnValue();
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  print('one\ntwo');
  const code = await relay([process.execPath, '-e', 'console.log("three\\nfour"); console.error("five"); process.exit(3)'], {});
  expect(code).toBe(3);
  expect(printedLines() - before).toBe(5);
  expect([said, out, err].map((spy) => spy?.mock.calls.map(([text]) => text).join(''))).toEqual([
    'one\ntwo',
    'three\nfour\n',
    'five\n',
  ]);
  vi.restoreAllMocks();
});

test('a tool that there is not ends with 1', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue();
  expect(await relay(['there-is-no-such-tool'], {})).toBe(1);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('ENOENT'));
  vi.restoreAllMocks();
});

test('a run that prints more than anybody reads says so', () => {
  expect(tooManyLines(150)).toBeNull();
  expect(tooManyLines(151)).toMatch(/^It printed 151 lines/);
});

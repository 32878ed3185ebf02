import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '#local/settings.ts';

describe('what a test replaces', () => {
  let modules: unknown;
  const rung: string[] = [];

  test('is there, and so are its timers', async () => {
    vi.stubGlobal('window', new EventTarget());
    modules = await import('#domain/money.ts');
    setTimeout(() => rung.push('of a closed page'), 1);
    expect(window).toBeInstanceOf(EventTarget);
  });

  test('goes with it: the window, timers that have not rung, and modules that have seen it', async () => {
    expect(globalThis).not.toHaveProperty('window');
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(rung).toEqual([]);
    expect(await import('#domain/money.ts')).not.toBe(modules);
  });

  test('is there beside timers that are faked', () => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
    setTimeout(() => rung.push('of a faked clock'), 1);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(rung).toEqual(['of a faked clock']);
  });

  test('leaves the timers real that somebody faked meanwhile', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
});

test('a unit test that replaces a global for good is refused; one that has it put back is not', () => {
  const refused = [
    'Object.assign(globalThis, { window: {} });',
    "Object.defineProperty(globalThis, 'window', { value: {} });",
    "Reflect.set(globalThis, 'window', {});",
    "Reflect.deleteProperty(globalThis, 'window');",
    'globalThis.fetch = ask;',
    "globalThis['fetch'] = ask;",
    'global.fetch = ask;',
  ];
  const fine = ["vi.stubGlobal('fetch', ask);", 'Object.assign(window, { name: 1 });', 'const { fetch } = globalThis;'];
  const folder = mkdtempSync(join(tmpdir(), 'shop-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [join(ROOT, 'replaced-globals.grit')] }));
  writeFileSync(join(folder, 'some.test.ts'), [...refused, ...fine].join('\n'));
  const { stdout, stderr } = spawnSync('biome', ['lint', '--colors=off'], { cwd: folder, encoding: 'utf8' });
  const lines = [...`${stdout}${stderr}`.matchAll(/some\.test\.ts:(\d+):\d+ plugin/g)].map(([, line]) => Number(line));
  expect(lines).toEqual(refused.map((_, place) => place + 1));
});

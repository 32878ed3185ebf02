import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

/** Asks for thirty pairs of ports, uses none, and ends when its input does, so that all of the askers live at once. */
const ASK = `
  import { freePort } from '#tests/setup/stack/free-port.ts';
  const ports = [];
  while (ports.length < 30) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  process.stdin.resume();
`;

test('processes that ask at the same time get different ports, although none is in use yet', async () => {
  const asked = Array.from({ length: 8 }, () => askInAnotherProcess());
  const ports = await Promise.all(asked.map(({ answer }) => answer));
  for (const { end } of asked) await end();
  const all = ports.flat().flatMap((port) => [port, port + 1]);
  expect(all).toHaveLength(480);
  expect(new Set(all).size).toBe(480);
});

test('a port that another program listens on is skipped', async () => {
  const next = (await freePort()) + 2;
  const other = createServer();
  await new Promise<void>((listening) => other.listen(next, '127.0.0.1', listening));
  const port = await freePort(3);
  expect([port, port + 1, port + 2]).not.toContain(next);
  await new Promise((closed) => other.close(closed));
});

function askInAnotherProcess(): { answer: Promise<number[]>; end(): Promise<unknown> } {
  const done = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', ASK], { cwd: ROOT });
  const answer = new Promise<number[]>((resolve, reject) => {
    done.child.stdout?.once('data', (text) => resolve(JSON.parse(text)));
    done.catch(reject);
  });
  return {
    answer,
    end() {
      done.child.stdin?.end();
      return done;
    },
  };
}

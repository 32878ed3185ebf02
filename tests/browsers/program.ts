import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Program {
  /** What it said that was waited for: the whole match and its groups. */
  said: string[];
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
// A run that ends early leaves no browser behind.
process.once('exit', () => {
  for (const child of running) end(child, 'SIGKILL');
});

/** Starts a program and waits until it says something that fits, unless nothing is waited for. @throws Error when it ends before */
export async function startProgram(
  command: string,
  args: string[],
  says: RegExp | null,
  env?: NodeJS.ProcessEnv,
): Promise<Program> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, ...env } });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const said = await new Promise<string[]>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
        const match = says?.exec(output);
        if (match) resolve(match);
      });
    if (!says) child.once('spawn', () => resolve([]));
    ended.then(([code]) => reject(new Error(`${command} ended with ${code}: ${output}`)), reject);
  });
  return {
    said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) end(child, 'SIGTERM');
      await ended;
    },
  };
}

/** Ends a program with all that it started: Debian's Chromium stands behind a script. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

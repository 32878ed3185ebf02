import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Lines that a run may print in which everything passes: whoever started it reads them all. */
const MOST_LINES = 150;

let lines = 0;

function count(text: string): void {
  lines += text.split('\n').length - 1;
}

/** Prints a text, and counts its lines. */
export function print(text: string): void {
  count(`${text}\n`);
  console.log(text);
}

/** Runs a tool whose output belongs on the terminal, and counts its lines. Gives its exit code. */
export async function relay([program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Through a pipe a tool would drop its colours.
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], env: { ...env, ...colors } });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding('utf8').on('data', (text: string) => {
      count(text);
      to.write(text);
    });
  }
  const [code] = await once(child, 'close').catch((error: Error) => {
    print(error.message);
    return [null];
  });
  return code ?? 1;
}

/** What is to be said when so much was printed that nobody reads it; null otherwise. */
export function tooManyLines(printed = lines): string | null {
  return printed > MOST_LINES
    ? `It printed ${printed} lines, but at most ${MOST_LINES} are read: what tests log is collected.`
    : null;
}

/** How many lines there were until now. */
export function printedLines(): number {
  return lines;
}

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks one question after the other on the terminal, or reads the answers line by line from a pipe.
 * Takes the questions; a `secret` one does not show what is typed. Returns the answers in order.
 */
export async function ask(questions: { text: string; secret?: boolean }[]): Promise<string[]> {
  let hidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = Boolean(process.stdin.isTTY);
  const lines = createInterface({ input: process.stdin, output, terminal });
  const typed = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const { text, secret } of questions) {
    process.stdout.write(text);
    hidden = secret === true;
    const { value, done } = await typed.next();
    if (hidden) process.stdout.write('\n');
    hidden = false;
    answers.push(done ? '' : value);
  }
  lines.close();
  return answers;
}

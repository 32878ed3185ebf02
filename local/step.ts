import { isEnding } from './ending.ts';

/**
 * Runs a step of a command and prints it: what it does at once, and how long it took at the end.
 * `Building the pages … 36 pages, 9.8 s`, where `36 pages` is what `detail` says of the result.
 */
export async function step<Result>(
  title: string,
  work: () => Promise<Result>,
  detail: (result: Result) => string | undefined = () => undefined,
): Promise<Result> {
  const started = performance.now();
  process.stdout.write(`${title} … `);
  try {
    const result = await work();
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    console.log([detail(result), seconds].filter(Boolean).join(', '));
    return result;
  } catch (error) {
    if (!isEnding()) console.log('failed');
    throw error;
  }
}

/** The API's description, for all test files of a run: written by the first that asks, since it takes longer to write than most tests to run. */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Described } from './promised-answers.ts';

/** Vitest's global setup: a folder for the run, removed by the returned function. */
export default async function keepApiDescription(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-described-'));
  process.env.SHOP_API_DESCRIPTION = join(folder, 'openapi.json');
  return () => rm(folder, { recursive: true, force: true });
}

/** The description that an earlier file of the run has kept, else the one that `ask` answers. */
export async function apiDescription(ask: () => Promise<Response>): Promise<Described> {
  const kept = process.env.SHOP_API_DESCRIPTION;
  const text = kept && (await readFile(kept, 'utf8').catch(() => ''));
  if (text) return JSON.parse(text);
  const answer = await ask();
  if (!answer.ok) throw new Error('The API cannot be described; the log above says why');
  const described = await answer.text();
  if (kept) {
    const whole = `${kept}.${process.pid}`;
    await writeFile(whole, described);
    await rename(whole, kept);
  }
  return JSON.parse(described);
}

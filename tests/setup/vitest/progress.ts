import type { Reporter } from 'vitest/node';

/** How many lines a whole run prints at most. */
const STEPS = 10;

/** Says after each tenth of a run's files how far it has come: minutes without a word look like a run that hangs. */
export default class Progress implements Reporter {
  #files = 0;
  #ended = 0;

  onTestRunStart({ length }: readonly unknown[]): void {
    this.#files = length;
  }

  onTestModuleEnd(): void {
    const [before, now] = [this.#ended, ++this.#ended].map((ended) => Math.floor((ended * STEPS) / this.#files));
    if (before !== now) console.log(`${this.#ended} of ${this.#files} files`);
  }
}

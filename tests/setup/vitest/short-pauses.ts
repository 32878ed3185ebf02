/** Vitest's setup of the API tests: where the shop pauses on purpose, it does so for a tenth of the time. Tests wait for what comes after. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** What lasts longer is no pause but a time-out. */
const LONGEST_MS = 2_000;

let divisor = 10;
const { setTimeout } = timers;
timers.setTimeout = (ms = 0, ...given) => setTimeout(ms < LONGEST_MS ? ms / divisor : ms, ...given);
syncBuiltinESMExports();

/** Lets the shop pause as long as it says until the end of this test. */
export function wholePauses(): void {
  divisor = 1;
  onTestFinished(() => {
    divisor = 10;
  });
}

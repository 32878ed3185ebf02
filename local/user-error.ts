import { isEnding } from './ending.ts';

/** A failure that its message explains completely. Any other error is a bug and keeps its stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** Runs a command to its end. Prints the message of a `UserError` alone; any failure ends the process with 1, unless it was told to end. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (isEnding()) return;
    console.error(error instanceof UserError ? error.message : error);
    process.exit(1);
  }
}

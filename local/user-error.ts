/** A failure that one sentence explains to whoever typed the command. Everything else is a bug and keeps its stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** Runs a command of ours to its end; a `UserError` is printed alone, and either way the exit code says that it failed. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exit(1);
  }
}

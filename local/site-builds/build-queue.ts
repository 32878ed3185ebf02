/**
 * One build at a time. What is asked for while one runs is one build more after it, however often it was asked for, as it began too early
 * to see what changed since.
 */
export function buildQueue(build: () => Promise<void>): () => void {
  let running = false;
  let again = false;

  const run = async () => {
    running = true;
    do {
      again = false;
      await build();
    } while (again);
    running = false;
  };

  return () => {
    again = true;
    if (!running) void run();
  };
}

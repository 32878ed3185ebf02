/** Runs one build at a time. Any number of requests during a build cause one more build after it, because the running one may miss their changes. */
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

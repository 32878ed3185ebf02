import type { Project } from './supabase/project.ts';

/** Ctrl-C, a closed terminal or a kind `kill` close the database before this process ends. */
export function stopOnSignals(project: Project): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await project.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  project.ended.then(() => {
    if (stopping) return;
    console.error('The embedded database stopped by itself; see supabase/supabase.log in the data folder.');
    process.exit(1);
  });
}

/**
 * glibc keeps the memory that a thread freed in an arena of that thread, and every thread decodes photos at some time: after fifty large ones
 * that is half a gigabyte. With one arena for all of them it is given back. glibc reads the setting when a process begins, so this one, when
 * it lacks it, begins again in its own place. Imported before everything else.
 */
if (process.platform === 'linux' && !process.env.MALLOC_ARENA_MAX && process.execve) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: '1' });
}

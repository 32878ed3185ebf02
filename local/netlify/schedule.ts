import { Cron } from 'croner';

export interface ScheduledFunction {
  /** For error messages. */
  name: string;
  schedule: string;
  run(): Promise<unknown>;
}

/**
 * Runs functions on their schedules, in UTC as Netlify does (https://docs.netlify.com/build/functions/scheduled-functions/), and none twice at once.
 * One that fails is reported on the terminal and runs again when it is due again. @throws Error for an invalid schedule
 */
export function runScheduled(functions: ScheduledFunction[]): { stop(): void } {
  const jobs = functions.map(({ name, schedule, run }) => {
    const report = (error: unknown) => console.error(`The scheduled function ${name} failed:`, error);
    return new Cron(schedule, { mode: '5-part', timezone: 'UTC', protect: true, catch: report }, async () => {
      await run();
    });
  });
  return {
    stop: () => {
      for (const job of jobs) job.stop();
    },
  };
}

/** Scheduled functions as Netlify runs them: https://docs.netlify.com/build/functions/scheduled-functions/ */

export interface Scheduled {
  /** For the terminal. */
  name: string;
  schedule: string;
  run(): Promise<unknown>;
}

const NAMED: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};

/** The five fields of a schedule: what each may hold, and what of a moment (always UTC) it is compared with. */
const FIELDS = [
  { name: 'minute', from: 0, to: 59, of: (at: Date) => at.getUTCMinutes() },
  { name: 'hour', from: 0, to: 23, of: (at: Date) => at.getUTCHours() },
  { name: 'day of the month', from: 1, to: 31, of: (at: Date) => at.getUTCDate() },
  { name: 'month', from: 1, to: 12, of: (at: Date) => at.getUTCMonth() + 1 },
  { name: 'day of the week', from: 0, to: 6, of: (at: Date) => at.getUTCDay() },
] as const;

const MINUTE_MS = 60_000;

/** Timers may come a little early; a minute that has not begun would be run twice. */
const LATE_MS = 50;

/** Whether a schedule (five fields, or `@hourly`) is due in the minute of this moment. @throws Error when it is none that Netlify takes */
export function isDue(schedule: string, at: Date): boolean {
  const texts = (NAMED[schedule] ?? schedule).trim().split(/\s+/);
  if (texts.length !== FIELDS.length) throw new Error(`"${schedule}" is no schedule: it needs five fields`);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = FIELDS.map((field, place) =>
    valuesOf(texts[place] ?? '', field).has(field.of(at)),
  );
  // As every cron has it: two days that are both told are either-or.
  const bothTold = texts[2] !== '*' && texts[4] !== '*';
  const onDay = bothTold ? dayOfMonth || dayOfWeek : dayOfMonth && dayOfWeek;
  return Boolean(minute && hour && month && onDay);
}

/** What a field stands for: a list of numbers, spans (`1-5`) or `*`, the last two perhaps in steps (`0-30/10`). */
function valuesOf(text: string, { name, from, to }: (typeof FIELDS)[number]): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, every, first, last, step = '1'] =
      /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:(?<=[*-]\d{0,2})\/([1-9]\d?))?$/.exec(part) ?? [];
    const low = every ? from : Number(first);
    const high = every ? to : Number(last ?? first);
    if (!(low >= from && low <= high && high <= to)) throw new Error(`"${text}" is no ${name} of a schedule`);
    for (let value = low; value <= high; value += Number(step)) values.add(value);
  }
  return values;
}

/**
 * Runs functions in the minutes that their schedules name, none of them twice at once.
 * One that fails is told of on the terminal and runs again when it is due again. @throws Error when a schedule is none
 */
export function runScheduled(functions: Scheduled[]): { stop(): void } {
  for (const { schedule } of functions) isDue(schedule, new Date());
  const running = new Set<string>();
  const runDue = (minute: Date) => {
    for (const { name, schedule, run } of functions) {
      if (running.has(name) || !isDue(schedule, minute)) continue;
      running.add(name);
      void run()
        .catch((error: unknown) => console.error(`The scheduled function ${name} failed:`, error))
        .finally(() => running.delete(name));
    }
  };

  let timer: NodeJS.Timeout;
  const waitForNextMinute = () => {
    const next = Math.ceil((Date.now() + 1) / MINUTE_MS) * MINUTE_MS;
    timer = setTimeout(
      () => {
        runDue(new Date(next));
        waitForNextMinute();
      },
      next - Date.now() + LATE_MS,
    );
  };
  waitForNextMinute();
  return { stop: () => clearTimeout(timer) };
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runScheduled } from './schedule.ts';

const at = (moment: string) => new Date(`${moment}Z`);

beforeEach(() => {
  vi.useFakeTimers({ now: at('2026-11-20T13:26:30') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often a function with this schedule runs in the minute of a moment. */
async function runsIn(schedule: string, minute: Date): Promise<number> {
  let runs = 0;
  vi.setSystemTime(minute.getTime() - 1_000);
  const host = runScheduled([{ name: 'one', schedule, run: async () => runs++ }]);
  await vi.advanceTimersByTimeAsync(60_000);
  host.stop();
  return runs;
}

describe('a schedule', () => {
  test.each([
    ['* * * * *', '2026-11-20T13:26', true],
    ['*/5 * * * *', '2026-11-20T13:25', true],
    ['*/5 * * * *', '2026-11-20T13:26', false],
    ['10-30/10 * * * *', '2026-11-20T13:20', true],
    ['10-30/10 * * * *', '2026-11-20T13:40', false],
    ['0 2,14 * * *', '2026-11-20T14:00', true],
    ['0 2,14 * * *', '2026-11-20T15:00', false],
    ['0 9 * * 1-5', '2026-11-20T09:00', true],
    ['0 9 * * 1-5', '2026-11-21T09:00', false],
    ['0 0 1 * 5', '2026-11-20T00:00', true],
    ['0 0 1 * 5', '2026-11-21T00:00', false],
    ['@hourly', '2026-11-20T13:00', true],
    ['@hourly', '2026-11-20T13:01', false],
    ['@daily', '2026-11-20T00:00', true],
    ['@weekly', '2026-11-22T00:00', true],
    ['@monthly', '2026-12-01T00:00', true],
    ['@yearly', '2026-12-01T00:00', false],
  ])('%s at %s (UTC): due is %s', async (schedule, moment, due) => {
    expect(await runsIn(schedule, at(moment))).toBe(due ? 1 : 0);
  });

  test.each([
    '',
    '* * * *',
    '60 * * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '5/10 * * * *',
    'a * * * *',
    '@reboot',
    '1, * * * *',
  ])('%j is refused', (schedule) => {
    expect(() => runScheduled([{ name: 'wrong', schedule, run: async () => {} }])).toThrow();
  });
});

describe('functions with a schedule', () => {
  test('run once in every minute they name, and no more when they are stopped', async () => {
    const minutes: number[] = [];
    const host = runScheduled([
      { name: 'even', schedule: '*/2 * * * *', run: async () => minutes.push(new Date().getUTCMinutes()) },
    ]);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    host.stop();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(minutes).toEqual([28, 30]);
  });

  test('do not run again while they are still running', async () => {
    let started = 0;
    let finish = () => {};
    const work = () =>
      new Promise<void>((resolve) => {
        started++;
        finish = resolve;
      });
    const host = runScheduled([{ name: 'slow', schedule: '* * * * *', run: work }]);
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    expect(started).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toBe(2);
    host.stop();
  });

  test('run again after a failure', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    let tried = 0;
    const host = runScheduled([
      {
        name: 'broken',
        schedule: '* * * * *',
        run: async () => {
          tried++;
          throw new Error('no');
        },
      },
    ]);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    host.stop();
    expect(tried).toBe(2);
    expect(told).toHaveBeenCalledTimes(2);
    told.mockRestore();
  });

  test('are refused at once when a schedule is invalid', () => {
    expect(() => runScheduled([{ name: 'wrong', schedule: 'every day', run: async () => {} }])).toThrow('every day');
  });
});

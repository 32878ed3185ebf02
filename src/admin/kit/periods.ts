import { today } from './formats.ts';

type Day = string | undefined;

/** The first and the last day, as `2026-11-20`; undefined where a period is open. */
export interface Period {
  from: Day;
  to: Day;
}

/** What is asked for most, ending today. Days are the shop's. */
const PERIODS: Record<string, (now: number) => string> = {
  Today: (now) => today(0, now),
  '7 days': (now) => today(-6, now),
  '30 days': (now) => today(-29, now),
  'This month': (now) => `${today(0, now).slice(0, 7)}-01`,
};

/** The periods by name, as of now. */
export function usualPeriods(now = Date.now()): { name: string; period: Period }[] {
  return Object.entries(PERIODS).map(([name, firstDay]) => ({ name, period: { from: firstDay(now), to: today(0, now) } }));
}

export function isSamePeriod(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}

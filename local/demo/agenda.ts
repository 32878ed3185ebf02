import { setClock } from './clock.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Pakistan is five hours ahead of UTC all year. */
const OFFSET = 5 * HOUR;

/** Everything until then happens, whatever the time of the day is: by then the orders of today wait to be confirmed. */
const LAST_HOUR = 22.5;

/**
 * What happens when. Times are milliseconds of a story that ends this evening. What it plans for today happens in the part of today that has
 * passed: the story depends on the date alone, and nothing of it lies in the future.
 */
export interface Agenda {
  /** When a day begins in Pakistan: 0 is today, -1 yesterday. */
  startOfDay(day: number): number;
  /** The day that a time of the story is in, as `2026-11-22`. */
  dateOf(time: number): string;
  /** Hours since midnight in Pakistan. */
  hourOf(time: number): number;
  /** 0 is Sunday. */
  weekdayOf(time: number): number;
  /** Plans work, which may plan more. What lies beyond the end of the story never happens. */
  at(time: number, work: () => Promise<void>): void;
  /** Does everything in the order of time, each with the clock stopped at its time. */
  run(): Promise<void>;
}

/** Takes the moment the story ends, in milliseconds. */
export function createAgenda(now: number): Agenda {
  const today = Math.floor((now + OFFSET) / DAY) * DAY - OFFSET;
  const local = (time: number) => new Date(time + OFFSET);
  const planned: { time: number; work: () => Promise<void> }[] = [];
  const momentOf = (time: number) =>
    time < today ? time : Math.floor(today + ((time - today) / (LAST_HOUR * HOUR)) * (now - today));

  return {
    startOfDay: (day) => today + day * DAY,
    dateOf: (time) => local(time).toISOString().slice(0, 10),
    hourOf: (time) => ((time + OFFSET) % DAY) / HOUR,
    weekdayOf: (time) => local(time).getUTCDay(),
    at: (time, work) => {
      if (time >= today + LAST_HOUR * HOUR) return;
      const later = planned.findIndex((other) => other.time > time);
      planned.splice(later < 0 ? planned.length : later, 0, { time, work });
    },
    run: async () => {
      let last = 0;
      try {
        for (let next = planned.shift(); next; next = planned.shift()) {
          // No two things happen in one millisecond: lists sorted by time have one order.
          last = Math.max(momentOf(next.time), last + 1);
          setClock(last);
          await next.work();
        }
      } finally {
        setClock(undefined);
      }
    },
  };
}

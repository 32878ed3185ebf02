/** Plays a story on the demo's database, which asks this process for the time. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const FIRST_DAY = -55;

/** Pakistan is five hours ahead of UTC all year. */
const OFFSET = 5 * HOUR;

/** Until this hour of today everything happens, whatever the time is now: squeezed into the part of today that has passed. */
const LAST_HOUR = 22.5;

const machineNow = Date.now;

/** The day of the story's clock in Pakistan, or one so many days later, as `YYYY-MM-DD`. */
export const dayOfStory = (later = 0) => new Date(Date.now() + OFFSET + DAY * later).toISOString().slice(0, 10);

/** Takes a day (0 is today), an hour of it in Pakistan (may be above 24), and work, which may plan more. */
export type Plan = (day: number, hour: number, work: () => Promise<unknown>) => void;

/** Who works in the demo, by their ids. */
export interface Team {
  owner: string;
  manager: string;
  desk: string;
  packer: string;
  accounts: string;
}

export interface Shop {
  plan: Plan;
  team: Team;
  query<Row>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** Calls a function of the API's; objects become JSON. */
  call<Answer>(name: string, ...values: unknown[]): Promise<Answer>;
}

/** Does what is planned in the order of time, each with the clock of this process stopped at its time. What lies ahead of now never happens. */
export async function play(begin: (plan: Plan) => void, now = Date.now()): Promise<void> {
  const today = Math.floor((now + OFFSET) / DAY) * DAY - OFFSET;
  const planned: { time: number; work: () => Promise<unknown> }[] = [];
  begin((day, hour, work) => {
    const time = day * DAY + hour * HOUR;
    const later = planned.findIndex((other) => other.time > time);
    if (time < LAST_HOUR * HOUR) planned.splice(later < 0 ? planned.length : later, 0, { time, work });
  });
  let moment = 0;
  try {
    for (let next = planned.shift(); next; next = planned.shift()) {
      const passed = next.time < 0 ? next.time : Math.floor((next.time / (LAST_HOUR * HOUR)) * (now - today));
      // No two things happen in one millisecond: lists sorted by time have one order.
      moment = Math.max(today + passed, moment + 1);
      Date.now = () => moment;
      await next.work();
    }
  } finally {
    Date.now = machineNow;
  }
}

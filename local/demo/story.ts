import { type Agenda, DAY, HOUR, MINUTE } from './agenda.ts';
import type { Random } from './random.ts';

/** What the parts of the demo's history share. */
export interface Story {
  agenda: Agenda;
  random: Random;
  /** Chance at the desk and in chats, apart from that of the rest: what is bought does not depend on who answers the phone. */
  desk: Random;
  /** How many orders staff called about today. */
  callsToday: number;
  /** The id of the staff member who does all work. */
  staff: string;
  /** Runs a query in a transaction of its own. */
  query<Row>(sql: string, values?: (string | number | null)[]): Promise<Row[]>;
}

/** When staff are at work, from a moment on: 10 to 17 o'clock, Sundays from 12. Some minutes into that, because nobody does everything at once. */
export function atWork(story: Story, from: number): number {
  const hour = story.agenda.hourOf(from);
  if (hour < openingHour(story, from) || hour >= 17) return nextMorning(story, from);
  return from + story.random.between(2, 30) * MINUTE;
}

/** Some time in the first hours of the next morning at work. */
export function nextMorning(story: Story, from: number): number {
  const { agenda, random } = story;
  const hour = agenda.hourOf(from);
  const midnight = from - hour * HOUR;
  const morning = hour < openingHour(story, from) ? midnight : midnight + DAY;
  return morning + openingHour(story, morning) * HOUR + random.between(2, 180) * MINUTE;
}

function openingHour({ agenda }: Story, time: number): number {
  return agenda.weekdayOf(time) === 0 ? 12 : 10;
}

import { expect, test } from 'vitest';
import { createAgenda, DAY, HOUR } from './agenda.ts';

/** Plays the same plans for a time of the day; returns what happened, and when by the clock. */
async function play(now: string) {
  const agenda = createAgenda(Date.parse(now));
  const happened: { what: string; at: number }[] = [];
  const plan = (what: string, time: number) => agenda.at(time, async () => void happened.push({ what, at: Date.now() }));
  plan('this morning', agenda.startOfDay(0) + 9 * HOUR);
  plan('this evening', agenda.startOfDay(0) + 22 * HOUR);
  plan('tonight', agenda.startOfDay(0) + 23 * HOUR);
  plan('yesterday', agenda.startOfDay(-1) + 20 * HOUR);
  plan('yesterday, too', agenda.startOfDay(-1) + 20 * HOUR);
  agenda.at(agenda.startOfDay(-2), async () => {
    plan('a day after it was planned', agenda.startOfDay(-1));
    plan('tomorrow', agenda.startOfDay(1));
  });
  await agenda.run();
  return happened;
}

test.each(['2026-11-22T00:10:00+05:00', '2026-11-22T09:30:00+05:00', '2026-11-22T23:50:00+05:00'])(
  'at %s the same happens, in the order of time, and none of it in the future',
  async (now) => {
    const happened = await play(now);
    expect(happened.map(({ what }) => what)).toEqual([
      'a day after it was planned',
      'yesterday',
      'yesterday, too',
      'this morning',
      'this evening',
    ]);
    expect(happened[1]?.at).toBe(Date.parse('2026-11-21T20:00:00+05:00'));
    const times = happened.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThanOrEqual(Date.parse(now));
    expect(times.at(-1)).toBeGreaterThan(Date.parse(now) - 2 * HOUR);
  },
);

test('the clock runs again afterwards, also when something failed', async () => {
  const agenda = createAgenda(Date.now());
  agenda.at(agenda.startOfDay(-40), () => Promise.reject(new Error('sold out')));
  await expect(agenda.run()).rejects.toThrow('sold out');
  const first = Date.now();
  expect(first).toBeGreaterThan(agenda.startOfDay(0));
  await expect.poll(() => Date.now()).toBeGreaterThan(first);
});

test('days begin at midnight in Pakistan', () => {
  const agenda = createAgenda(Date.parse('2026-11-21T20:00:00Z'));
  expect(agenda.dateOf(agenda.startOfDay(0))).toBe('2026-11-22');
  expect(agenda.startOfDay(-1)).toBe(Date.parse('2026-11-20T19:00:00Z'));
  expect(agenda.hourOf(agenda.startOfDay(0) + 3 * HOUR)).toBe(3);
  expect(agenda.weekdayOf(agenda.startOfDay(0) + DAY)).toBe(1);
});

import { expect, test } from 'vitest';
import { HOUR, play } from './play.ts';

test.each(['00:10', '09:30', '23:50'])(
  'at %s the same happens, in the order of time, and none of it in the future',
  async (clock) => {
    const now = Date.parse(`2026-11-22T${clock}:00+05:00`);
    const happened: [what: string, at: number][] = [];
    const note = (what: string) => async () => void happened.push([what, Date.now()]);
    await play((plan) => {
      plan(0, 22, note('this evening'));
      plan(0, 23, note('tonight'));
      for (const what of ['yesterday', 'yesterday, too']) plan(-1, 20, note(what));
      plan(-2, 20, async () => plan(-2, 34, note('planned on the way')));
    }, now);
    expect(happened.map(([what]) => what)).toEqual(['planned on the way', 'yesterday', 'yesterday, too', 'this evening']);
    const times = happened.map(([, at]) => at);
    expect(times[0]).toBe(Date.parse('2026-11-21T10:00:00+05:00'));
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
    expect(now - (times.at(-1) ?? 0)).toBeGreaterThanOrEqual(0);
    expect(now - (times.at(-1) ?? 0)).toBeLessThan(2 * HOUR);
  },
);

test('the clock runs again after something failed', async () => {
  await expect(play((plan) => plan(-40, 9, () => Promise.reject(new Error('sold out'))))).rejects.toThrow('sold out');
  const first = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(first);
});

import { expect, test } from 'vitest';
import { callBackTimes } from './call-back-times.ts';

const at = (time: string) => callBackTimes(Date.parse(`2026-11-22T${time}:00+05:00`)).map(({ label, at }) => `${label}: ${at}`);

const IN_TWO_HOURS = 'In 2 hours: 2026-11-22T09:30:00.000Z';
const EVENING = 'This evening, 7 pm: 2026-11-22T14:00:00.000Z';
const TOMORROW = 'Tomorrow, 10 am: 2026-11-23T05:00:00.000Z';

test('by day there are three times to choose from', () => {
  expect(at('12:30')).toEqual([IN_TWO_HOURS, EVENING, TOMORROW]);
});

test('late and at night what would wake somebody up is not offered', () => {
  expect(at('19:45')).toEqual(['In 2 hours: 2026-11-22T16:45:00.000Z', TOMORROW]);
  expect(at('20:00')).toEqual([TOMORROW]);
  expect(at('23:59')).toEqual([TOMORROW]);
  expect(at('05:00')).toEqual([EVENING, TOMORROW]);
});

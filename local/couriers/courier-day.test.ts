import { expect, test } from 'vitest';
import { readLabel } from '#server/couriers/courier-labels.ts';
import { karachiClock, nextDay } from './courier-day.ts';
import { type BookedParcel, numbered } from './courier-double.ts';

const booked = (n: number): BookedParcel => ({
  trackingNumber: numbered(n),
  reference: `SHP-${n}`,
  told: {},
  isCancelled: false,
  events: [],
  advice: [],
});

/** Lets days pass, and advises each time when somebody waits for it. */
function live(parcel: BookedParcel, days: number, advice?: 'retry' | 'return'): BookedParcel {
  for (let day = 0; day < days; day += 1) {
    parcel.events.push(...nextDay(parcel).map((words) => ({ ...words, at: '2026-11-26 10:00:00' })));
    if (advice && parcel.events.at(-1)?.label === 'Delivery Under Review') parcel.advice.push(advice);
  }
  return parcel;
}

const ends = (parcels: BookedParcel[]) => parcels.map(({ events }) => events.at(-1)?.label ?? '');
const thousand = (days: number, advice?: 'retry' | 'return') =>
  Array.from({ length: 1_000 }, (_, n) => live(booked(n), days, advice));
const shareOf = (parcels: BookedParcel[], label: string) => ends(parcels).filter((end) => end === label).length / 1_000;

test('in two weeks most parcels arrive, some come back, and a few are lost on the way', () => {
  const parcels = thousand(14);
  expect(shareOf(parcels, 'Delivered')).toBeGreaterThan(0.75);
  expect(shareOf(parcels, 'Returned')).toBeGreaterThan(0.04);
  expect(shareOf(parcels, 'En-Route')).toBeGreaterThan(0.005);
  expect(shareOf(parcels, 'Delivered') + shareOf(parcels, 'Returned') + shareOf(parcels, 'En-Route')).toBe(1);
});

test('a parcel is tried again as advised, and goes back when that is advised', () => {
  expect(shareOf(thousand(14, 'retry'), 'Delivered')).toBeGreaterThan(shareOf(thousand(14), 'Delivered') + 0.02);
  const sentBack = thousand(14, 'return').filter(({ advice }) => advice.length > 0);
  expect(sentBack.length).toBeGreaterThan(100);
  expect(new Set(ends(sentBack))).toEqual(new Set(['Returned']));
});

test('a cancelled parcel goes nowhere', () => {
  expect(nextDay({ ...booked(1), isCancelled: true })).toEqual([]);
});

test('the shop understands all words but one, which staff explain', () => {
  const told = thousand(14).flatMap(({ events }) => events);
  const unknown = told.filter((words) => readLabel('postex', words) === null).map(({ label }) => label);
  expect(new Set(unknown)).toEqual(new Set(['Held At Hub']));
  expect(new Set(told.flatMap((words) => readLabel('postex', words)?.match(/^attempted:(.*)/)?.[1] ?? [])).size).toBe(5);
});

test('times are those of Pakistan', () => {
  expect(karachiClock(Date.UTC(2026, 10, 25, 20, 30))).toBe('2026-11-26 01:30:00');
});

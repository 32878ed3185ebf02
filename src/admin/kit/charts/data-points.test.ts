import { expect, test } from 'vitest';
import { changeText, dateLabel, summaryOf } from './data-points.ts';

test('a change is shown in whole percent with its sign', () => {
  expect(changeText(112, 100)).toBe('+12%');
  expect(changeText(95, 100)).toBe('-5%');
  expect(changeText(100, 100)).toBe('0%');
  expect(changeText(0, 3)).toBe('-100%');
  expect(changeText(5000, 10)).toBe('+49,900%');
});

test('a change too small to be a percent has no sign', () => {
  expect(changeText(999, 1000)).toBe('0%');
});

test('without an earlier value there is no comparison', () => {
  expect(changeText(7, 0)).toBe('–');
  expect(changeText(0, 0)).toBe('–');
});

test('a chart’s description gives its range and its highest point', () => {
  const days = [
    { name: '18 Nov', value: 3 },
    { name: '19 Nov', value: 9 },
    { name: '20 Nov', value: 9 },
  ];
  expect(summaryOf(days, (value) => `${value} rings`)).toBe('3 values from 18 Nov to 20 Nov. Highest: 19 Nov, 9 rings.');
  expect(summaryOf(days.slice(1, 2), String)).toBe('19 Nov. Highest: 19 Nov, 9.');
  expect(summaryOf([], String)).toBe('No data available');
});

test('days, months and years have short, clear names', () => {
  expect(['2026-11-20', '2026-01-01', '2026-11', '2026'].map(dateLabel)).toEqual(['20 Nov', '1 Jan', 'Nov 2026', '2026']);
});

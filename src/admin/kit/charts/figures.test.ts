import { expect, test } from 'vitest';
import { changeText, summaryOf } from './figures.ts';

test('a figure is compared with the one before in whole percent, its sign before it', () => {
  expect(changeText(112, 100)).toBe('+12%');
  expect(changeText(95, 100)).toBe('-5%');
  expect(changeText(100, 100)).toBe('0%');
  expect(changeText(0, 3)).toBe('-100%');
  expect(changeText(5000, 10)).toBe('+49,900%');
});

test('a change too small to be a percent has no sign', () => {
  expect(changeText(999, 1000)).toBe('0%');
});

test('with nothing before there is nothing to compare with', () => {
  expect(changeText(7, 0)).toBe('—');
  expect(changeText(0, 0)).toBe('—');
});

test('a chart in words says how far it goes and where it is highest', () => {
  const days = [
    { name: '18 Nov', value: 3 },
    { name: '19 Nov', value: 9 },
    { name: '20 Nov', value: 9 },
  ];
  expect(summaryOf(days, (value) => `${value} rings`)).toBe('3 values from 18 Nov to 20 Nov. Highest: 19 Nov, 9 rings.');
  expect(summaryOf(days.slice(1, 2), String)).toBe('19 Nov. Highest: 19 Nov, 9.');
  expect(summaryOf([], String)).toBe('No data available');
});

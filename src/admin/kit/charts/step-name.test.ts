import { expect, test } from 'vitest';
import { stepName } from './step-name.ts';

test('days, months and years are named as short as they are clear', () => {
  expect(['2026-11-20', '2026-01-01', '2026-11', '2026'].map(stepName)).toEqual(['20 Nov', '1 Jan', 'Nov 2026', '2026']);
});

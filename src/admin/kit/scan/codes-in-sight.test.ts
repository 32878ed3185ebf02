import { expect, test } from 'vitest';
import { codesInSight } from './codes-in-sight.ts';

test('a code that stays before the camera counts once, one that went and came again twice', () => {
  const fresh = codesInSight();
  expect(fresh(['RING-7'], 0)).toEqual(['RING-7']);
  expect(fresh(['RING-7'], 150)).toEqual([]);
  // Blurred for a moment.
  expect(fresh([], 300)).toEqual([]);
  expect(fresh(['RING-7'], 900)).toEqual([]);
  expect(fresh([], 1_000)).toEqual([]);
  expect(fresh(['RING-7'], 2_000)).toEqual(['RING-7']);
});

test('two labels in one picture are two codes; one read twice in it is one', () => {
  const fresh = codesInSight();
  expect(fresh(['RING-7', 'BNG-1', 'RING-7'], 0)).toEqual(['RING-7', 'BNG-1']);
});

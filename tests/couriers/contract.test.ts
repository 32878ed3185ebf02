import { afterAll, beforeEach, describe, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { CHECKS, subjectOf } from './contract.ts';
import { SCRIPTS } from './doubles.ts';

const doubles = await Promise.all(SCRIPTS.map(startCourierDouble));
afterAll(async () => {
  await Promise.all(doubles.map((double) => double.stop()));
});

describe.each(doubles.map((double) => ({ double, courier: double.script.adapter })))('the adapter for $courier', ({ double }) => {
  beforeEach(() => double.reset());

  test.each(CHECKS)('$name', ({ name, run }) => run(subjectOf(double, name), double));
});

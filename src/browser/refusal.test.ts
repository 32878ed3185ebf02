import { expect, test } from 'vitest';
import { ApiFailure } from './api.ts';
import { afterTyping, refusalOf } from './refusal.ts';

const FIELDS = ['address', 'city'] as const;

function failure(...errors: [path: string, message: string][]): ApiFailure {
  const entries = errors.map(([path, message]) => ({ path, message }));
  return new ApiFailure(422, 'validation_failed', 'Please check: all of it', entries);
}

test('errors stand at their fields, the first of each, and the text only points there', () => {
  const refused = failure(['address', 'At most 500 characters'], ['address', 'Unusable'], ['city', 'At most 80 characters']);
  expect(refusalOf(refused, FIELDS)).toEqual({
    text: 'Please check what is marked above.',
    fieldErrors: { address: 'At most 500 characters', city: 'At most 80 characters' },
  });
});

test('an error that has no field is in the text', () => {
  expect(refusalOf(failure(['city', 'Required'], ['remark', 'Filled in']), FIELDS)).toEqual({
    text: 'Please check: all of it',
    fieldErrors: { city: 'Required' },
  });
  expect(refusalOf(failure(), FIELDS)).toEqual({ text: 'Please check: all of it', fieldErrors: {} });
});

test('what was said of a field goes when it is changed, and what stands below with the last one', () => {
  const said = { text: 'Please check what is marked above.', fieldErrors: { address: 'Required', city: 'Required' } };
  const one = afterTyping(said, 'city');
  expect(one).toEqual({ text: said.text, fieldErrors: { address: 'Required' } });
  expect(afterTyping(one, 'address')).toEqual({ text: '', fieldErrors: {} });
  expect(afterTyping(one, 'zipCode')).toEqual(one);
  // A failure of the line is not about a field.
  const failed = { text: 'We cannot reach the shop', fieldErrors: {} };
  expect(afterTyping(failed, 'city')).toEqual(failed);
});

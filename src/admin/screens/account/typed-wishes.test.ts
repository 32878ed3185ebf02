import { expect, test } from 'vitest';
import { type TypedWishes, typedWishes, wishesOf } from './typed-wishes.ts';

const typed: TypedWishes = {
  told: { new_order: true, answer: false, parcel: true, low_stock: false, trouble: false },
  isQuiet: true,
  quietFrom: '22:00',
  quietTo: '08:00',
};

test('the ticked kinds are sent, with the hours only while they count', () => {
  expect(wishesOf(typed)).toEqual({ kinds: ['new_order', 'parcel'], quietFrom: '22:00', quietTo: '08:00' });
  expect(wishesOf({ ...typed, isQuiet: false })).toMatchObject({ quietFrom: null, quietTo: null });
});

test.each([
  [{ quietFrom: '' }, 'quietFrom'],
  [{ quietTo: '22:00' }, 'quietTo'],
])('hours that are none are marked at their field: %j', (changed, field) => {
  const problems = typedWishes.safeParse({ ...typed, ...changed }).error?.issues.map(({ path }) => path.join('.'));
  expect(problems).toContain(field);
  expect(typedWishes.safeParse({ ...typed, ...changed, isQuiet: false }).success).toBe(true);
});

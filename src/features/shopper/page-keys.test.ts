import { expect, test } from 'vitest';
import { forgetProfile } from './device-profile.ts';
import { $pageKeys, forgetPageKey, keepPageKey, orderPath, parsePageKeys } from './page-keys.ts';

test('an order of this device opens its page, any other is tracked', () => {
  keepPageKey('ORD-1', 'a-key');
  expect(orderPath('ORD-1')).toBe('/order/ORD-1#a-key');
  expect(orderPath('ORD-2')).toBe('/track?orderNumber=ORD-2');
  forgetPageKey('ORD-1');
  expect(orderPath('ORD-1')).toBe('/track?orderNumber=ORD-1');
});

test('the keys of the last fifty orders are kept, until somebody else uses the device', () => {
  for (let number = 1; number <= 52; number += 1) keepPageKey(`ORD-${number}`, 'k');
  keepPageKey('ORD-3', 'again');
  const numbers = Object.keys($pageKeys.get());
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 'ORD-4', 'ORD-3']);
  forgetProfile();
  expect($pageKeys.get()).toEqual({});
});

test.each([null, 'a-key', [], { 'ORD-1': 5 }])('what cannot be read is no key: %j', (found) => {
  expect(parsePageKeys(found)).toEqual({});
});

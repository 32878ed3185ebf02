import { expect, test } from 'vitest';
import { groupedRights } from './role-text.ts';

test('what a role may do is said group by group, in the order of all rights, with how many it reveals in a day', () => {
  expect(groupedRights(['reveal_contacts', 'confirm_orders', 'see_orders'], 30)).toEqual([
    { group: 'Orders', may: 'See orders and parcels, confirm and correct orders' },
    { group: 'Customers', may: 'Reveal a phone and address, one by one (30 a day)' },
  ]);
  expect(groupedRights([], 0)).toEqual([]);
});

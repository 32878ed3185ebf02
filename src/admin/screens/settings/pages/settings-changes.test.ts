import { expect, test } from 'vitest';
import type { Settings } from '#domain/settings/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { changedGroups, mergeSettings } from './settings-changes.ts';

const withPhone = (phone: string): Settings => ({ ...DEFAULT_SETTINGS, contact: { ...DEFAULT_SETTINGS.contact, phone } });

test('only changed groups are saved', () => {
  expect(changedGroups(DEFAULT_SETTINGS, structuredClone(DEFAULT_SETTINGS))).toEqual({});
  const typed = { ...withPhone('0300 7654321'), returns: { ...DEFAULT_SETTINGS.returns, days: 14 } };
  expect(changedGroups(DEFAULT_SETTINGS, typed)).toEqual({ contact: typed.contact, returns: typed.returns });
});

test('conflicting changes in one group are listed field by field', () => {
  const theirs = structuredClone(DEFAULT_SETTINGS);
  theirs.contact.phone = '0300 1111111';
  theirs.contact.email = 'shop@example.com';
  theirs.announcement.lines = ['Eid sale'];
  const mine = withPhone('0300 2222222');
  const { merged, conflicts } = mergeSettings(DEFAULT_SETTINGS, theirs, mine);
  expect(merged).toEqual({ ...theirs, contact: { ...theirs.contact, phone: '0300 2222222' } });
  expect(conflicts).toEqual([{ name: 'contact.phone', theirs: '0300 1111111', mine: '0300 2222222' }]);
});

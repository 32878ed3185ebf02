import { expect, test } from 'vitest';
import { whatsappNotification } from './contract.ts';

const message = { id: 'wamid.1', from: '923001234567', timestamp: '1749416383', type: 'text', text: { body: 'Salam' } };
const told = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: '2' }, ...value } }] }],
});
const readOf = (value: object) => whatsappNotification.parse(told(value)).entry[0]?.changes[0]?.value;

test('fields that nobody knows are tolerated', () => {
  const read = readOf({ messages: [{ ...message, referral: { ctwa: 1 }, from_user_id: 'PK.1' }], contacts: 7 });
  expect(read?.messages).toMatchObject([{ id: 'wamid.1', text: { body: 'Salam' }, timestamp: '2025-06-08T20:59:43.000Z' }]);
  expect(read?.statuses).toEqual([]);
});

test('members of another form are left out, the others are read', () => {
  const read = readOf({
    messages: [null, 7, { id: '' }, { ...message, id: 'x'.repeat(300) }, { ...message, timestamp: 'soon' }, message],
    statuses: [
      { id: 'wamid.2', status: 'played', timestamp: '1' },
      { id: 'wamid.2', status: 'read', timestamp: '1', errors: [{ code: 'x' }] },
    ],
  });
  expect(read?.messages.map(({ id }) => id)).toEqual(['wamid.1']);
  expect(read?.statuses).toMatchObject([{ status: 'read', errors: [] }]);
});

test.each([
  null,
  [],
  'text',
  7,
  {},
  { entry: 'x' },
  { entry: [{ changes: [{ field: 'account_update', value: {} }] }, { changes: null }] },
])('nothing is read of %j', (sent) => {
  expect(whatsappNotification.parse(sent).entry.flatMap(({ changes }) => changes)).toEqual([]);
});

test('text is stored without what the database cannot hold, and not without end', () => {
  const read = readOf({ messages: [{ ...message, text: { body: `a\0b\ud83d${'x'.repeat(9000)}` } }] });
  expect(read?.messages[0]?.text?.body).toMatch(/^ab\ufffdx{4092}$/);
});

test('who hides their number has none', () => {
  const { from: _, ...hidden } = message;
  expect(readOf({ messages: [hidden] })?.messages).toMatchObject([{ id: 'wamid.1' }]);
});

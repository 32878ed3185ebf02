import { describe, expect, test } from 'vitest';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import { EMPTY_DRAFT, type OrderDraft } from './order-draft.ts';
import { doubtOf } from './other-customer.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const MINUTE = 60_000;

function draftOf(person: Partial<OrderDraft['person']>, minutesAgo = 1): OrderDraft {
  return { ...EMPTY_DRAFT, person: { ...EMPTY_DRAFT.person, ...person }, changedAt: NOW - minutesAgo * MINUTE };
}

const doubt = (draft: OrderDraft, chat: string) => doubtOf(draft, readChatOrder(chat), NOW);

describe('a chat is read without asking', () => {
  test('into an empty draft, however old that is', () => {
    expect(doubt(EMPTY_DRAFT, 'Naam: Hira Malik\nPhone: 0300 1234567')).toBeNull();
  });

  test.each(['0300-1234567', '+92 300 1234567', '0092 300 1234567', '923001234567', '۰۳۰۰ ۱۲۳۴۵۶۷'])(
    'when %s is the draft’s phone',
    (spelt) => {
      const draft = draftOf({ customerPhone: '0300 1234567', customerName: 'Hira', customerAddress: 'House 1' }, 24 * 60);
      expect(doubt(draft, `Phone: ${spelt}\nName: Sana\nAddress: House 9, Street 2`)).toBeNull();
    },
  );

  test.each<[string, Partial<OrderDraft['person']>, string]>([
    ['is the draft’s second phone', { customerPhone: '03001234567', secondPhone: '0321 7654321' }, 'Phone: 03217654321'],
    ['is one of two numbers in the first field', { customerPhone: '03001234567 / 03217654321' }, 'Phone: 03217654321'],
    ['comes as a second phone', { customerPhone: '03001234567' }, 'Phone: 03217654321\nOther phone: 03001234567'],
  ])('when a phone %s', (_, person, chat) => {
    expect(doubt(draftOf(person), chat)).toBeNull();
  });

  test('when it adds what the draft lacks, or says the same in other words', () => {
    const draft = draftOf({ customerName: 'Hira Malik', customerAddress: 'House 12-B, Street 4, Model Town', city: 'lahore' });
    expect(doubt(draft, 'Phone: 0300 1234567')).toBeNull();
    expect(doubt(draft, 'Name: hira\nAddress: house 12 B street 4\nCity: Lahore')).toBeNull();
    expect(doubt(draftOf({ customerPhone: '0300 1234567' }), 'Name: Sana\nAddress: House 9, Street 2')).toBeNull();
  });
});

describe('a chat is asked about', () => {
  test('when its phone is not the draft’s, even if everything else is the same', () => {
    const draft = draftOf({ customerPhone: '0300 1234567', customerName: 'Hira Malik' });
    expect(doubt(draft, 'Name: Hira Malik\nPhone: 0321 7654321')).toBe('phone');
  });

  test.each<[string, Partial<OrderDraft['person']>, string]>([
    ['name', { customerName: 'Hira Malik' }, 'Name: Sana Tariq\nPhone: 0321 7654321'],
    ['name, of which one is part of the other', { customerName: 'Khalida' }, 'Name: Ali'],
    ['address', { customerAddress: 'House 1, Street 4' }, 'Address: House 12, Street 4'],
    ['city', { city: 'Lahore' }, 'City: Karachi'],
    ['e-mail address', { customerEmail: 'hira@example.com' }, 'Email: sana@example.com'],
  ])('when there is no phone to compare, and another %s', (_, person, chat) => {
    expect(doubt(draftOf(person), chat)).toBe('person');
  });

  test('when the draft has lain for more than half an hour and nothing says that it is the same customer', () => {
    const person = { customerName: 'Hira Malik', customerAddress: 'House 1' };
    expect(doubt(draftOf(person, 29), 'Phone: 0321 7654321')).toBeNull();
    expect(doubt(draftOf(person, 31), 'Phone: 0321 7654321')).toBe('old');
    const pieces = [{ key: 'a', productId: '66f2a1c09b3e4d0012a4b101', quantity: 1, color: '', size: '' }];
    expect(doubt({ ...EMPTY_DRAFT, lines: pieces }, 'Phone: 0321 7654321')).toBe('old');
  });
});

import { describe, expect, test } from 'vitest';
import type { CartQuote } from '#domain/cart/contract.ts';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import {
  blockReasonOf,
  chatLineOf,
  EMPTY_DRAFT,
  isEmpty,
  nextDraft,
  type OrderDraft,
  payloadOf,
  problemsOf,
  quoteOf,
  readDraft,
  withBlockReason,
  withChat,
  withoutQuestion,
  withTyped,
} from './order-draft.ts';

const [MAIN, SECOND, THIRD, FOURTH] = ['+923001234567', '+923217654321', '+923331112223', '+923451112223'];

function afterChat(before: OrderDraft, text: string): OrderDraft {
  const chat = readChatOrder(text);
  return withChat(before, { chat, lines: [], unread: chat.unread });
}

describe('a chat in the draft', () => {
  test('replaces what an earlier chat said, and leaves what was typed', () => {
    const first = afterChat(EMPTY_DRAFT, 'Name: Hira Malik\nPhone: 0300 1234567\nAddress: House 1, Street 4');
    const typed = withTyped(first, 'customerName', 'Mrs. Malik');
    const { person, fromChat } = afterChat(typed, 'Phone: 0300-1234567\nName: Hira\nAddress: House 12, Street 4');
    expect(person).toMatchObject({ customerPhone: MAIN, customerName: 'Mrs. Malik', customerAddress: 'House 12, Street 4' });
    expect(fromChat).not.toContain('customerName');
  });

  test('never takes the place of the phone: another number is the second one, and a third is left to read', () => {
    const first = afterChat(EMPTY_DRAFT, 'Phone: 0300 1234567');
    const second = afterChat(first, 'Phone: 0321 7654321');
    expect(second.person).toMatchObject({ customerPhone: MAIN, secondPhone: SECOND });
    expect(afterChat(second, 'Phone: 0321 7654321').person).toMatchObject({ customerPhone: MAIN, secondPhone: SECOND });
    const more = afterChat(second, 'Phone: 0333 1112223\nOther phone: 0345 1112223');
    expect(more.person).toMatchObject({ customerPhone: MAIN, secondPhone: SECOND });
    expect(more.unread).toEqual([THIRD, FOURTH]);
  });

  test('says from which line a field was taken, until somebody changes it', () => {
    const read = afterChat(EMPTY_DRAFT, '[12/11/26, 3:45:12 PM] Hira: Naam: Hira Malik\nLahore');
    expect([chatLineOf(read, 'customerName'), chatLineOf(read, 'city')]).toEqual(['Naam: Hira Malik', '']);
    expect(chatLineOf(withTyped(read, 'customerName', 'Hira'), 'customerName')).toBe('');
  });

  test('asks about a piece once, however often it is pasted', () => {
    const asked = { words: 'ring', candidates: ['68f0a1000000000000000213'], quantity: 1 };
    const chat = { ...readChatOrder(''), asked: [asked] };
    const twice = withChat(withChat(EMPTY_DRAFT, { chat, lines: [], unread: [] }), { chat, lines: [], unread: [] });
    expect(twice.asked).toEqual([asked]);
    expect(isEmpty(twice)).toBe(false);
    expect(withoutQuestion(twice, asked)).toEqual({ asked: [] });
  });

  test('brings the phone when only a second one was typed', () => {
    const before = withTyped(EMPTY_DRAFT, 'secondPhone', '0321 7654321');
    expect(afterChat(before, 'Phone: 0300 1234567').person).toMatchObject({ customerPhone: MAIN, secondPhone: '0321 7654321' });
  });
});

test('the next draft keeps nothing but where the last order came from', () => {
  const before = { ...afterChat(EMPTY_DRAFT, 'Name: Hira Malik\nhello 12?'), source: 'instagram', sentAs: 'a key' } as const;
  expect(nextDraft(before)).toEqual({ ...EMPTY_DRAFT, source: 'instagram' });
});

test('a draft that an older version stored is read', () => {
  const { blockReason, changedAt, ...older } = withTyped(EMPTY_DRAFT, 'customerName', 'Hira');
  expect([blockReason.text, changedAt]).toEqual(['', 0]);
  expect(readDraft(older)).toEqual({ ...EMPTY_DRAFT, person: { ...EMPTY_DRAFT.person, customerName: 'Hira' } });
});

describe('the reason for a blocked customer', () => {
  const hers = withBlockReason(withTyped(EMPTY_DRAFT, 'customerPhone', '0300 1234567'), 'Pays in advance');

  test('is asked for until there is one of three characters', () => {
    const reasonless = withBlockReason(hers, '  ');
    expect(problemsOf(reasonless, true).blockReason).toBe('Required');
    expect(problemsOf(reasonless, false)).not.toHaveProperty('blockReason');
    expect(problemsOf(withBlockReason(hers, ' no '), true).blockReason).toBe('At least 3 characters');
    expect(problemsOf(hers, true)).not.toHaveProperty('blockReason');
  });

  test('belongs to the phone, however that is written, and is not sent for another one', () => {
    expect(payloadOf(withTyped(hers, 'customerPhone', '+92 300 1234567'), { total: 0 })).toMatchObject({
      blockReason: 'Pays in advance',
    });
    const other = withTyped(hers, 'customerPhone', '0321 7654321');
    expect(payloadOf(other, { total: 0 })).not.toHaveProperty('blockReason');
    expect(blockReasonOf(withTyped(other, 'customerPhone', '0300 1234567'))).toBe('Pays in advance');
  });
});

describe('store credit', () => {
  const hers = { ...withTyped(EMPTY_DRAFT, 'customerPhone', '0300 1234567'), creditOf: '+923001234567' };

  test('is taken up to what the order costs, of the phone it was chosen for', () => {
    expect(payloadOf(hers, { total: 2000 }, false, 500)).toMatchObject({ totalAmount: 2000, storeCredit: 500 });
    expect(payloadOf(hers, { total: 300 }, false, 500)).toMatchObject({ storeCredit: 300 });
    expect(payloadOf(hers, { total: 2000 }, false, 0)).not.toHaveProperty('storeCredit');
    const another = withTyped(hers, 'customerPhone', '0321 7654321');
    expect(payloadOf(another, { total: 2000 }, false, 500)).not.toHaveProperty('storeCredit');
    expect(payloadOf({ ...hers, creditOf: '' }, { total: 2000 }, false, 500)).not.toHaveProperty('storeCredit');
  });
});

describe('a discount', () => {
  const quote: CartQuote = { items: [], subtotal: 2000, shipping: 250, total: 2250, delivery: { freeFrom: 3000, fee: 250 } };
  const off = (changes: Partial<OrderDraft['off']>): OrderDraft => ({ ...EMPTY_DRAFT, off: { ...EMPTY_DRAFT.off, ...changes } });

  test('of a sum is taken off what the pieces cost, and never more than that', () => {
    expect(quoteOf(off({ by: 'sum', amount: '1,150' }), quote)).toMatchObject({ discount: 1150, total: 1100 });
    expect(quoteOf(off({ by: 'sum', amount: '9000' }), quote)).toMatchObject({ discount: 2000, total: 250 });
    expect(quoteOf(off({ by: 'nothing', amount: '1150' }), quote)).toMatchObject({ discount: 0, total: 2250 });
  });

  test('of a sum needs rupees and a reason, each at its field', () => {
    expect(problemsOf(off({ by: 'sum' }))).toMatchObject({ 'discount.amount': 'Required', 'discount.reason': 'Say why' });
    expect(problemsOf(off({ by: 'sum', amount: 'ten', reason: 'Late' }))).toHaveProperty(['discount.amount']);
    expect(problemsOf(off({ by: 'nothing' }))).not.toHaveProperty(['discount.amount']);
  });

  test('by a code is what the quote says, and is sent only with the code that this took', () => {
    const granted = quoteOf(off({ by: 'code', code: 'eid10' }), { ...quote, discount: 200, code: 'EID10', total: 2050 });
    expect(granted).toMatchObject({ discount: 200, code: 'EID10', total: 2050 });
    expect(payloadOf(off({ by: 'code', code: 'eid10' }), granted)).toMatchObject({ code: 'EID10', totalAmount: 2050 });
    const refused = quoteOf(off({ by: 'code', code: 'gone' }), { ...quote, refusedCode: { code: 'GONE', reason: 'ended' } });
    expect(payloadOf(off({ by: 'code', code: 'gone' }), refused)).not.toHaveProperty('code');
  });

  test('of the delivery is none for what is collected in the shop', () => {
    const free = { ...quote, deliveryDiscount: 250, shipping: 0, code: 'FREE', total: 2000 };
    const collected = quoteOf({ ...off({ by: 'code', code: 'free' }), source: 'counter' }, free);
    expect(collected).toMatchObject({ refusedCode: { code: 'FREE', reason: 'nothing_off' }, shipping: 0, total: 2000 });
    expect(collected).not.toHaveProperty('code');
  });
});

import { expect, test } from 'vitest';
import type { Booking, SettledBooking } from '#domain/couriers/contract.ts';
import { applyAnswer, checkAnswer } from './answer-lines.ts';

const KANGAROO = { courierId: '68f0a1000000000000000701', courier: 'Kangaroo' };

const booking = (id: string, orderNumber: string) => ({ id, orderNumber }) as Booking;
const settled = (reference: string, id: string, isSame = false): SettledBooking => ({
  reference,
  booking: booking(id, 'ORD-7'),
  isSame,
  refusal: null,
});
const refused = (reference: string, code: string, message: string): SettledBooking => ({
  reference,
  booking: null,
  isSame: false,
  refusal: { code, message },
});
const row = (line: number, reference: string) => ({ line, reference, trackingNumber: `KC-${line}` });
const short = ({ line, outcome, problem }: { line: number; outcome: string; problem: string }) => [line, outcome, problem];

test('each line says what would become of it, in words about the courier', async () => {
  const sent: unknown[] = [];
  const checked = await checkAnswer(
    KANGAROO,
    [row(1, 'SHP-1'), { line: 2, problem: 'SHP-2 has no tracking number' }, row(3, 'SHP-3'), row(4, 'SHP-4'), row(5, 'SHP-5')],
    async (...call) => {
      sent.push(call);
      return [
        settled('SHP-1', 'a'),
        refused('SHP-3', 'booking_not_found', 'There is no such booking'),
        settled('SHP-4', 'b', true),
        refused('SHP-5', 'other_tracking_number', 'This parcel has another tracking number: KC-99'),
      ];
    },
  );
  expect(sent).toEqual([
    [KANGAROO.courierId, [1, 3, 4, 5].map((n) => ({ reference: `SHP-${n}`, trackingNumber: `KC-${n}` })), true],
  ]);
  expect(checked.map(short)).toEqual([
    [1, 'ready', ''],
    [2, 'refused', 'SHP-2 has no tracking number'],
    [3, 'refused', 'No parcel for Kangaroo has this order or reference'],
    [4, 'same', ''],
    [5, 'refused', 'This parcel has another tracking number: KC-99'],
  ]);
});

test('a parcel that one line names by its order and another by its reference gets neither number', async () => {
  const checked = await checkAnswer(KANGAROO, [row(1, 'SHP-1'), row(2, 'ORD-7'), row(3, 'SHP-3')], async () => [
    settled('SHP-1', 'a'),
    settled('ORD-7', 'a'),
    settled('SHP-3', 'b'),
  ]);
  expect(checked.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'ready']);
});

test('only what fits is sent, and what is refused by then says so', async () => {
  const checked = await checkAnswer(KANGAROO, [row(1, 'SHP-1'), row(2, 'SHP-2'), row(3, 'SHP-3')], async () => [
    settled('SHP-1', 'a'),
    refused('SHP-2', 'tracking_number_used', 'Another parcel has it'),
    settled('SHP-3', 'c'),
  ]);
  const done = await applyAnswer(KANGAROO, checked, async (_, parcels, preview) => {
    expect([parcels.map(({ reference }) => reference), preview]).toEqual([['SHP-1', 'SHP-3'], false]);
    return [settled('SHP-1', 'a'), refused('SHP-3', 'booking_settled', 'This booking is over')];
  });
  expect(done.map(short)).toEqual([
    [1, 'done', ''],
    [2, 'refused', 'Another parcel has it'],
    [3, 'refused', 'This booking is over'],
  ]);
});

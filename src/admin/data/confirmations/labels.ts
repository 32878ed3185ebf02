import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { ConfirmationAttempt, ConfirmationOutcome } from '#domain/confirmations/contract.ts';
import type { Confirmation, ConfirmationState } from '#domain/orders/confirmation.ts';

const STATES: Record<ConfirmationState, StatusLabel> = {
  unconfirmed: { text: 'Unconfirmed', tone: 'tone-wait' },
  confirmed: { text: 'Confirmed', tone: 'tone-done' },
  no_answer: { text: 'No answer', tone: 'tone-wait' },
  call_back: { text: 'Call back', tone: 'tone-work' },
  unreachable: { text: 'Unreachable', tone: 'tone-stop' },
  wrong_number: { text: 'Wrong number', tone: 'tone-stop' },
  refused: { text: 'Refused', tone: 'tone-stop' },
};

const WAITS_FOR: Record<NonNullable<Confirmation['waitsFor']>, StatusLabel> = {
  money: { text: 'Waiting for money', tone: 'tone-wait' },
  pieces: { text: 'Waiting for pieces', tone: 'tone-wait' },
};

/** Whether an order is real, and what a confirmed one still waits for. */
export function confirmationLabel({
  state,
  waitsFor,
  override,
}: Pick<Confirmation, 'state' | 'waitsFor' | 'override'>): StatusLabel {
  if (override) return { text: 'May go out', tone: 'tone-work' };
  return state === 'confirmed' && waitsFor ? WAITS_FOR[waitsFor] : STATES[state];
}

export const OUTCOMES: Record<ConfirmationOutcome, string> = {
  confirmed: 'Confirmed',
  no_answer: 'No answer',
  call_back: 'Call back',
  wrong_number: 'Wrong number',
  refused: 'Refused',
};

export const WAYS: Record<ConfirmationAttempt['how'], string> = {
  call: 'by call',
  whatsapp: 'by WhatsApp',
  shopper: 'by the shopper',
  rule: 'by a rule',
  other: 'another way',
};

import type { ConfirmationState } from '#domain/orders/confirmation.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { READY_TEXT_KEYS, type ReadyTextKey, readyTextNames } from '#domain/ready-texts/ready-texts.ts';

/** Without those about something that was asked back. */
export const ORDER_TEXT_KEYS = READY_TEXT_KEYS.filter((key) => !key.startsWith('return_'));

export const ORDER_TEXT_OPTIONS = ORDER_TEXT_KEYS.map((key) => ({ value: key, label: readyTextNames[key] }));

const FIRST_TEXTS: Partial<Record<ConfirmationState, ReadyTextKey>> = {
  confirmed: 'order_page',
  no_answer: 'no_answer',
  unreachable: 'no_answer',
  call_back: 'confirm_reminder',
};

/** What suits an open order first; staff may choose another. */
export function firstText({ status, confirmation }: Pick<StaffOrder, 'status' | 'confirmation'>): ReadyTextKey {
  if (status === 'shipped') return 'shipped';
  return FIRST_TEXTS[confirmation?.state ?? 'unconfirmed'] ?? 'confirm';
}

import { formatPrice } from '#domain/money.ts';
import type { RefusedCode } from './contract.ts';

/** A refusal that is about a person gives shoppers no reason: it would say whether somebody's phone is known. */
const notUsable = ({ code }: RefusedCode) => `${code} cannot be used for this order.`;

const TEXTS: Record<RefusedCode['reason'], (refused: RefusedCode) => string> = {
  unknown: () => 'We do not know this code. Check its letters and digits.',
  not_yet: ({ code }) => `${code} has not started yet.`,
  ended: ({ code }) => `${code} has ended.`,
  used_up: ({ code }) => `${code} has been used as often as it could be.`,
  used_by_phone: notUsable,
  new_customers: notUsable,
  not_usable: notUsable,
  minimum: ({ code, missing = 0 }) => `${formatPrice(missing)} to go until ${code} can be used.`,
  other_pieces: ({ code }) => `${code} is for other pieces than these.`,
  nothing_off: ({ code }) => `${code} takes nothing off this order: its delivery is free already.`,
};

/** Why a code takes nothing off, for the shopper who typed it. */
export function refusalText(refused: RefusedCode): string {
  return TEXTS[refused.reason](refused);
}

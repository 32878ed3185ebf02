import type { RefusedCode } from './contract.ts';
import { refusalText } from './refusal-text.ts';

/** What staff, who know the customer, are told besides. */
const OF_PEOPLE: Partial<Record<RefusedCode['reason'], string>> = {
  used_by_phone: 'was used with this phone number already.',
  new_customers: 'is for a first order.',
};

/** Why a code takes nothing off, for staff. */
export function staffRefusalText(refused: RefusedCode): string {
  const reason = OF_PEOPLE[refused.reason];
  return reason ? `${refused.code} ${reason}` : refusalText(refused);
}

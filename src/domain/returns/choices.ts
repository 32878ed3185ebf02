/** What a customer asks for once an order has arrived. `claim`: the shop erred, or the piece is faulty. */
export const RETURN_KINDS = ['return', 'exchange', 'claim'] as const;

export type ReturnKind = (typeof RETURN_KINDS)[number];

export const returnKindLabels: Record<ReturnKind, string> = { return: 'Return', exchange: 'Exchange', claim: 'Customer’s claim' };

/** `received`: everything is back, and something is left to pay. `settled`: nothing is. */
export const RETURN_STATES = ['asked', 'approved', 'received', 'settled', 'declined', 'withdrawn'] as const;

export type ReturnState = (typeof RETURN_STATES)[number];

export const returnStateLabels: Record<ReturnState, string> = {
  asked: 'Asked',
  approved: 'Approved',
  received: 'Received',
  settled: 'Settled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** What comes of a request: money, store credit, or other pieces. */
export const RETURN_OUTCOMES = ['transfer', 'store_credit', 'exchange'] as const;

export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number];

export const returnOutcomeLabels: Record<ReturnOutcome, string> = {
  transfer: 'Money back',
  store_credit: 'Store credit',
  exchange: 'Exchange',
};

export const RETURN_REASONS = [
  'does_not_fit',
  'not_as_expected',
  'changed_mind',
  'wrong_piece',
  'faulty',
  'missing_piece',
  'other',
] as const;

export type ReturnReason = (typeof RETURN_REASONS)[number];

export const returnReasonLabels: Record<ReturnReason, string> = {
  does_not_fit: 'It does not fit',
  not_as_expected: 'It is not as I expected',
  changed_mind: 'I changed my mind',
  wrong_piece: 'The wrong piece came',
  faulty: 'It is broken or faulty',
  missing_piece: 'It was missing from the parcel',
  other: 'Something else',
};

/** The reasons to choose from: what the shop has to answer for is a claim. */
export function reasonsOf(kind: ReturnKind): readonly ReturnReason[] {
  return kind === 'claim'
    ? ['faulty', 'wrong_piece', 'missing_piece', 'other']
    : ['does_not_fit', 'not_as_expected', 'changed_mind', 'other'];
}

/** Why pieces may not be asked for. `asked`: they are in a request; `excluded`, `reduced`: the policy takes them back only with a claim. */
export const RETURN_OBSTACLES = ['over', 'asked', 'returned', 'excluded', 'reduced'] as const;

export type ReturnObstacle = (typeof RETURN_OBSTACLES)[number];

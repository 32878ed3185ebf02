import type { NeededRight } from '#domain/rights/needed.ts';
import type { ParcelList, ParcelUnderWay } from '#domain/shipments/under-way.ts';

/** What can be done about a parcel: each has a dialog, but `receive`, which is a screen. */
export type ParcelAction = 'call' | 'advise' | 'outcome' | 'word' | 'claim' | 'end' | 'settle' | 'receive';

interface Shown {
  action: ParcelAction;
  text: string;
  right: NeededRight;
}

const DESK: NeededRight = ['confirm_orders', 'send_parcels'];

const ACTIONS: Record<ParcelAction, Omit<Shown, 'action'>> = {
  call: { text: 'Call', right: DESK },
  advise: { text: 'Tell courier', right: DESK },
  outcome: { text: 'Settle advice', right: DESK },
  word: { text: 'Courier says…', right: 'send_parcels' },
  claim: { text: 'Courier claim', right: 'see_sums' },
  end: { text: 'How it ended', right: 'see_sums' },
  settle: { text: 'Look into it', right: 'send_parcels' },
  receive: { text: 'Receive parcel', right: 'receive_returns' },
};

/** What can be done about a parcel in a list, what is due first. */
export function actionsFor(list: ParcelList, parcel: ParcelUnderWay): Shown[] {
  return namesFor(list, parcel).map((action) => {
    const { text, right } = ACTIONS[action];
    // Nobody has written or called yet.
    return { action, text: action === 'call' && parcel.deskStep === 'ask' ? 'Ask' : text, right };
  });
}

function namesFor(list: ParcelList, { deskStep, isGeneric, isUnclear, advice, claim }: ParcelUnderWay): ParcelAction[] {
  const word: ParcelAction[] = isGeneric ? ['word'] : [];
  switch (list) {
    case 'attempts':
      if (deskStep === 'settle') return ['outcome'];
      if (advice?.state === 'intended' || advice?.state === 'calling') return word;
      return deskStep === 'advise' ? ['advise', 'call', ...word] : ['call', 'advise', ...word];
    case 'late':
      return word;
    case 'stale':
      return [...word, 'claim', 'end'];
    case 'not_received':
      return ['receive', 'claim', 'end'];
    case 'lost':
      return claim ? ['end', 'claim', ...word] : ['claim', 'end', ...word];
    case 'unclear':
      return [...(advice?.state === 'unknown' ? ['outcome' as const] : []), ...(isUnclear ? ['settle' as const] : []), ...word];
  }
}

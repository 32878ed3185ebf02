/** A transfer that is expected: an order that money is due for, with the numbers that its customer sent, if they did. */
export interface ExpectedTransfer {
  orderId: string;
  orderNumber: string;
  /** The ids of the lines in which a number stands that its customer sent (`shop.number_stands_in`). */
  namedBy: string[];
  /** The sums that would settle it: what was asked in advance, and everything that is due. */
  sums: number[];
}

interface Line {
  id: string;
  amount: number;
  reference: string;
  /** A payment that was booked already and is likely the same; `isSure` by a number. */
  bookedBefore: { orderNumber: string; isSure: boolean } | null;
}

/**
 * `booked`: it was booked before. `sure`: one transfer by its number and its amount. `number`: by its number, with another amount. `choose`: somebody has to
 * say which. `none`: nothing fits.
 */
export type MatchKind = 'booked' | 'sure' | 'number' | 'choose' | 'none';

export interface Match<Transfer> {
  kind: MatchKind;
  /** The one transfer of `sure` and `number`, and what there is to choose from. */
  candidates: Transfer[];
}

/**
 * Proposes for each line of a statement which transfer it is. Only a number decides: equal sums without one are never guessed, however few there are, and
 * a transfer that two lines could be is left to choose for both, and so is one that may have been booked before.
 */
export function matchStatement<Transfer extends ExpectedTransfer>(
  lines: Line[],
  transfers: Transfer[],
): Map<string, Match<Transfer>> {
  const matches = new Map<string, Match<Transfer>>();
  const taken = new Map<string, string[]>();
  for (const { id, amount, reference, bookedBefore } of lines) {
    if (bookedBefore?.isSure) {
      matches.set(id, { kind: 'booked', candidates: [] });
      continue;
    }
    const byNumber = transfers.filter((transfer) => transfer.namedBy.includes(id) || namesOrder(reference, transfer));
    const byAmount = transfers.filter(({ sums }) => sums.some((sum) => isSame(sum, amount)));
    const [only] = byNumber;
    if (only && byNumber.length === 1 && only.orderNumber !== bookedBefore?.orderNumber) {
      matches.set(id, { kind: only.sums.some((sum) => isSame(sum, amount)) ? 'sure' : 'number', candidates: [only] });
      taken.set(only.orderId, [...(taken.get(only.orderId) ?? []), id]);
    } else {
      const candidates = byNumber.length > 0 ? byNumber : byAmount;
      matches.set(id, { kind: candidates.length > 0 || bookedBefore ? 'choose' : 'none', candidates });
    }
  }
  for (const ids of taken.values()) {
    if (ids.length < 2) continue;
    for (const id of ids) matches.set(id, { kind: 'choose', candidates: matches.get(id)?.candidates ?? [] });
  }
  return matches;
}

/** The numbers in a text that could be of an order: `ORD-10042`, `order 10042`, `10042`. */
export function orderNumbersIn(reference: string): string[] {
  return [...reference.matchAll(/(?<!\d)(\d{4,9})(?!\d)/g)].map(([, digits]) => `ORD-${digits}`);
}

function namesOrder(reference: string, { orderNumber }: ExpectedTransfer): boolean {
  return orderNumbersIn(reference).includes(orderNumber);
}

function isSame(one: number, other: number): boolean {
  return Math.round(one * 100) === Math.round(other * 100);
}

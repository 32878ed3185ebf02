import type { NewGoodsBack, ReceivedItem, ReturnedPieces } from '#domain/goods-back/contract.ts';
import { DISPOSITIONS, type Disposition, dispositionLabels } from '#domain/returns/dispositions.ts';

/** What was counted of each line and is not saved yet, by the line's id. */
export type Counts = Readonly<Record<string, Readonly<Partial<Record<Disposition, number>>>>>;

type Line = Pick<ReceivedItem, 'id' | 'sku' | 'out'>;

/** From where a press takes its piece, the likeliest first; `out` is one that was not counted yet. What was scanned is restocked until somebody looks at it. */
const TAKEN_FROM: Record<Disposition, readonly (Disposition | 'out')[]> = {
  restocked: ['out', 'to_inspect', 'damaged', 'missing'],
  damaged: ['restocked', 'to_inspect', 'out', 'missing'],
  to_inspect: ['restocked', 'damaged', 'out', 'missing'],
  missing: ['out', 'restocked', 'to_inspect', 'damaged'],
};

export function countOf(counts: Counts, id: string, disposition: Disposition): number {
  return counts[id]?.[disposition] ?? 0;
}

/** Pieces of a line that are neither received nor counted. */
export function leftOf(counts: Counts, { id, out }: Pick<Line, 'id' | 'out'>): number {
  return DISPOSITIONS.reduce((left, disposition) => left - countOf(counts, id, disposition), out);
}

/** Pieces of a line that are to come and are not counted: of an approved return those that it names, else all that are out. */
export function awaitedOf(counts: Counts, line: Pick<ReceivedItem, 'id' | 'out' | 'askedBack'>, isReturn: boolean): number {
  const left = leftOf(counts, line);
  return isReturn ? Math.max(0, line.askedBack - (line.out - left)) : left;
}

/** Pieces of a line that are here: those received before, and those counted now. */
export function hereOf(counts: Counts, { id, restocked, damaged, toInspect }: ReceivedItem): number {
  const now = (['restocked', 'damaged', 'to_inspect'] as const).map((disposition) => countOf(counts, id, disposition));
  return now.reduce((sum, count) => sum + count, restocked + damaged + toInspect);
}

/** One piece more with a disposition, taken from where it most likely was; the same counts where there is none. */
export function withOneMore(counts: Counts, line: Pick<Line, 'id' | 'out'>, disposition: Disposition): Counts {
  const { id } = line;
  const source = TAKEN_FROM[disposition].find((from) =>
    from === 'out' ? leftOf(counts, line) > 0 : countOf(counts, id, from) > 0,
  );
  if (!source) return counts;
  const taken = source === 'out' ? {} : { [source]: countOf(counts, id, source) - 1 };
  return { ...counts, [id]: { ...counts[id], ...taken, [disposition]: countOf(counts, id, disposition) + 1 } };
}

export type Scanned<Item> = { counts: Counts; item: Item } | { refusal: string };

/** One more piece of the line with the scanned SKU, to be restocked; why not, where it is no piece of these, or all of them are counted. */
export function withScan<Item extends Line>(items: readonly Item[], counts: Counts, code: string): Scanned<Item> {
  const sku = code.trim().toUpperCase();
  const lines = items.filter((item) => item.sku.toUpperCase() === sku);
  if (lines.length === 0) return { refusal: `${sku} is not in this order. Put it aside` };
  const item = lines.find((line) => leftOf(counts, line) > 0);
  if (!item) return { refusal: `All of ${sku} are counted already. This is one too many` };
  return { counts: withOneMore(counts, item, 'restocked'), item };
}

/** The counts as they are sent. */
export function piecesOf(counts: Counts): NewGoodsBack['pieces'] {
  return Object.keys(counts).flatMap((itemId) =>
    DISPOSITIONS.map((disposition) => ({ itemId, disposition, quantity: countOf(counts, itemId, disposition) })).filter(
      ({ quantity }) => quantity > 0,
    ),
  );
}

/** Why nothing of an order can be received; empty where something can. */
export function nothingToReceive({ order, shipments, items }: Pick<ReturnedPieces, 'order' | 'shipments' | 'items'>): string {
  const hasLeft = shipments.some(({ status }) => status !== 'preparing');
  if (!hasLeft && (order.status === 'pending' || order.status === 'processing')) return 'Nothing of this order has left yet.';
  return items.some(({ out }) => out > 0) ? '' : 'Everything that was sent for this order has been received.';
}

/** Pieces as they are with those that this device counted and has not sent yet. */
export function withWaiting(pieces: ReturnedPieces, sent: readonly Pick<NewGoodsBack, 'pieces'>[]): ReturnedPieces {
  const waiting = sent.flatMap(({ pieces }) => pieces);
  if (waiting.length === 0) return pieces;
  const unitsOf = (id: string, disposition: Disposition) =>
    waiting.reduce((sum, one) => sum + (one.itemId === id && one.disposition === disposition ? one.quantity : 0), 0);
  const items = pieces.items.map((item) => {
    const [restocked, damaged, toInspect, missing] = DISPOSITIONS.map((disposition) => unitsOf(item.id, disposition)) as [
      number,
      number,
      number,
      number,
    ];
    return {
      ...item,
      out: Math.max(0, item.out - restocked - damaged - toInspect - missing),
      restocked: item.restocked + restocked,
      damaged: item.damaged + damaged,
      toInspect: item.toInspect + toInspect,
      missing: item.missing + missing,
    };
  });
  return { ...pieces, items };
}

/** What was counted, in words: `2 × Halo Ring restocked, 1 × Bangles damaged`. */
export function countedText(items: readonly Pick<ReceivedItem, 'id' | 'productName'>[], counts: Counts): string {
  return piecesOf(counts)
    .map(({ itemId, quantity, disposition }) => {
      const name = items.find(({ id }) => id === itemId)?.productName ?? 'a piece';
      return `${quantity} × ${name} ${dispositionLabels[disposition].toLowerCase()}`;
    })
    .join(', ');
}

/** The counts of pieces that were sent. */
export function countsOf(pieces: NewGoodsBack['pieces']): Counts {
  const counts: Record<string, Partial<Record<Disposition, number>>> = {};
  for (const { itemId, disposition, quantity } of pieces)
    counts[itemId] = { ...counts[itemId], [disposition]: countOf(counts, itemId, disposition) + quantity };
  return counts;
}

/** Counts with no more pieces of a line than are out; the rest was counted by somebody else meanwhile. */
export function withinOut(items: readonly Line[], counts: Counts): Counts {
  const fitting = items.map((item) => {
    let left = item.out;
    const line = DISPOSITIONS.map((disposition) => {
      const count = Math.min(left, countOf(counts, item.id, disposition));
      left -= count;
      return [disposition, count] as const;
    });
    return [item.id, Object.fromEntries(line.filter(([, count]) => count > 0))] as const;
  });
  return Object.fromEntries(fitting.filter(([, line]) => Object.keys(line).length > 0));
}

import { roundMoney } from '#domain/money.ts';
import type { ReturnKind, ReturnOutcome, ReturnState } from '#domain/returns/choices.ts';
import type { Disposition } from '#domain/returns/dispositions.ts';

/** What became of the pieces of a line, by what was answered alone. */
export interface Line {
  id: string;
  product: string;
  variant: string;
  /** What was paid for each piece. */
  shares: number[];
  out: number;
  damaged: number;
  missing: number;
  toInspect: string[];
}

export interface Order {
  id: string;
  order_number: string;
  key: string;
  lines: Line[];
  parcels: { id: string; tracking: string }[];
  isCancelled: boolean;
}

interface Piece {
  line: Line;
  place: number;
  share: number;
  receivedAs: Disposition | null;
}

/** What a customer has asked for. */
export interface Return {
  id: string;
  order: Order;
  kind: ReturnKind;
  wish: ReturnOutcome;
  /** What is wanted instead; null: the same. */
  wanted: Choice | null;
  state: ReturnState;
  outcome: ReturnOutcome | null;
  comesBack: boolean;
  sendsFirst: boolean;
  pieces: Piece[];
  paidBack: number;
  exchange: Order | null;
}

/** A variant that may be wanted. */
export interface Choice {
  product: string;
  variant: string;
  size: string;
  price: number;
}

export const newLine = (line: Pick<Line, 'id' | 'product' | 'variant' | 'shares'>): Line => ({
  ...line,
  out: line.shares.length,
  damaged: 0,
  missing: 0,
  toInspect: [],
});

/** Pieces that are not in stock. */
export const goneOf = ({ out, damaged, missing, toInspect }: Line): number => out + damaged + missing + toInspect.length;

export const isGivenUp = ({ state }: Return): boolean => state === 'declined' || state === 'withdrawn';
export const isClosed = (request: Return): boolean => isGivenUp(request) || request.state === 'settled';

/** What goes back for a request in all: what was paid for its pieces, without those that never came. */
export const refundOf = ({ pieces }: Return): number =>
  roundMoney(pieces.reduce((sum, { share, receivedAs }) => sum + (receivedAs === 'missing' ? 0 : share), 0));

const heldOf = (returns: Return[], line: Line): Piece[] =>
  returns.filter((request) => !isGivenUp(request)).flatMap(({ pieces }) => pieces.filter((piece) => piece.line === line));

/** How many pieces of a line are with the customer and in no request. */
export function freeOf(returns: Return[], line: Line): number {
  const held = heldOf(returns, line);
  return Math.min(line.out - held.filter(({ receivedAs }) => !receivedAs).length, line.shares.length - held.length);
}

/** The first so many pieces of a line that are in no request. */
export function takePieces(returns: Return[], line: Line, quantity: number): Piece[] {
  const held = new Set(heldOf(returns, line).map(({ place }) => place));
  return line.shares
    .map((share, n) => ({ line, place: n + 1, share, receivedAs: null }))
    .filter(({ place }) => !held.has(place))
    .slice(0, quantity);
}

/** Pieces of a line are back. They are those that were asked for, first of requests that are approved. */
export function meet(returns: Return[], line: Line, quantity: number, receivedAs: Disposition): void {
  const met = ['approved', 'asked']
    .flatMap((state) => returns.filter((request) => request.state === state && request.comesBack))
    .flatMap((request) =>
      request.pieces.filter((piece) => piece.line === line && !piece.receivedAs).map((piece) => ({ request, piece })),
    )
    .slice(0, quantity);
  for (const { piece } of met) piece.receivedAs = receivedAs;
  for (const request of new Set(met.map(({ request }) => request))) advance(request);
}

/** An approved request goes on by itself once its pieces are back. */
export function advance(request: Return): void {
  const isBack = request.comesBack && request.pieces.every(({ receivedAs }) => receivedAs);
  if (request.state !== 'approved') return;
  const isEven = request.outcome === 'exchange' && refundOf(request) === request.paidBack;
  if (isEven && (isBack || !request.comesBack)) request.state = 'settled';
  else if (isBack) request.state = 'received';
}

/** Pieces of an order that was cancelled before they left are in stock again. */
export function putBack(returns: Return[], order: Order): void {
  for (const line of order.lines) {
    const back = line.out;
    line.out = 0;
    meet(returns, line, back, 'restocked');
  }
}

/** The order of an exchange was cancelled: nothing is paid by it, unless the pieces are back. */
export function undoExchange(request: Return): void {
  if (request.outcome !== 'exchange' || request.state === 'received' || request.state === 'settled') return;
  request.paidBack = 0;
  if (request.state === 'approved') request.outcome = 'store_credit';
}

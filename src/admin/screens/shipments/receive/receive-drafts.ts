import { useStore } from '@nanostores/react';
import * as z from 'zod';
import { toast } from '#admin/kit/toast.ts';
import type { OutboxEntry } from '#admin/platform/outbox.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { $unsent, onAnswer, sendLater, startOutbox } from '#admin/platform/staff-outbox.ts';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { type NewGoodsBack, type ReturnedPieces, returnedPieces } from '#domain/goods-back/contract.ts';
import { DISPOSITIONS } from '#domain/returns/dispositions.ts';
import { type Counts, countedText, withWaiting } from './count-pieces.ts';
import { rememberPieces } from './kept-pieces.ts';

/** Entries of the outbox that say what was received. */
const GOODS_BACK = 'goods-back';

/** More than anybody counts at once: the oldest go. */
const MAX_DRAFTS = 50;

const counts = z.record(z.string(), z.partialRecord(z.enum(DISPOSITIONS), z.int().min(0).max(1000)));

const draft = z.object({
  orderNumber: z.string(),
  counts,
  notes: z.string(),
  isComplete: z.boolean(),
  /** As it was sent, without an answer yet: whether it was booked is not known, so it is only sent again as it is. */
  sent: z
    .object({ key: z.string(), body: z.looseObject({}), what: z.string() })
    .nullable()
    .catch(null),
});

export type Draft = z.infer<typeof draft>;

const drafts = z.record(z.string(), draft);

/** What was counted of each order and is not saved, by its id. Stays in this browser until it is. */
export const $drafts = safePersistentAtom<Record<string, Draft>>(
  'admin.receiving',
  {},
  (found) => drafts.safeParse(found).data ?? {},
);

export const unitsOf = (counted: Counts): number =>
  Object.values(counted)
    .flatMap((line) => Object.values(line))
    .reduce((sum, count) => sum + (count ?? 0), 0);

export function emptyDraft({ order }: ReturnedPieces): Draft {
  return { orderNumber: order.orderNumber, counts: {}, notes: '', isComplete: false, sent: null };
}

export function putDraft(orderId: string, next: Draft): void {
  const { [orderId]: _, ...others } = $drafts.get();
  const isEmpty = unitsOf(next.counts) === 0 && next.notes === '' && !next.isComplete;
  const kept = Object.entries(others).slice(-MAX_DRAFTS + 1);
  $drafts.set(Object.fromEntries(isEmpty ? kept : [...kept, [orderId, next]]));
}

export function clearDraft(orderId: string): void {
  const { [orderId]: _, ...others } = $drafts.get();
  $drafts.set(others);
}

const subjectOf = (orderId: string) => `order ${orderId}`;

/** What this device counted of an order and has not sent yet. */
function waitingFor(entries: OutboxEntry[], orderId: string): OutboxEntry[] {
  return entries.filter(({ kind, refusal, subject }) => kind === GOODS_BACK && !refusal && subject === subjectOf(orderId));
}

/** An order's pieces with what this device has counted and not sent yet, and how many those are. */
export function useAsOfNow(pieces: ReturnedPieces): { pieces: ReturnedPieces; waiting: number } {
  const sent = waitingFor(useStore($unsent), pieces.order.id).map(({ body }) => body as NewGoodsBack);
  return {
    pieces: withWaiting(pieces, sent),
    waiting: sent.flatMap((body) => body.pieces).reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Whether something of this order waits already: what is counted after it is sent after it. */
export const isWaiting = (orderId: string): boolean => waitingFor($unsent.get(), orderId).length > 0;

/** What this device counted and the shop would not take. */
export const useRefusedGoodsBack = (): OutboxEntry[] =>
  useStore($unsent).filter(({ kind, refusal }) => kind === GOODS_BACK && refusal);

/** In words, for the list of what waits: `ORD-10042: 2 × Halo Ring restocked`. */
export const whatOf = (pieces: ReturnedPieces, counted: Counts): string =>
  `${pieces.order.orderNumber}: ${countedText(pieces.items, counted)}`;

/** Leaves what came back to the outbox, which sends it until it is answered. @throws Error where the browser keeps nothing */
export function keepGoodsBack(
  orderId: string,
  orderNumber: string,
  { key, body, what }: NonNullable<Draft['sent']>,
): Promise<void> {
  startOutbox();
  return sendLater({
    ...{ key, subject: subjectOf(orderId), kind: GOODS_BACK, what },
    href: `/admin/receive?${new URLSearchParams({ code: orderNumber })}`,
    ...{ path: '/goods-back', body },
  });
}

/** What was sent without an answer when the tab was closed is sent again, under its key. */
export async function sendUnanswered(): Promise<void> {
  for (const [orderId, { orderNumber, sent }] of Object.entries($drafts.get())) {
    if (!sent) continue;
    await keepGoodsBack(orderId, orderNumber, sent);
    clearDraft(orderId);
  }
}

onAnswer(GOODS_BACK, (_, answer) => {
  const now = returnedPieces.safeParse(answer).data;
  if (!now) return;
  rememberPieces(now);
  toast(`Order ${now.order.orderNumber}: what came back is booked`);
  void queryClient.invalidateQueries();
});

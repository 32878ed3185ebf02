import { useStore } from '@nanostores/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutboxEntry } from '#admin/platform/outbox.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { $session } from '#admin/platform/session.ts';
import { PACKING_KEY } from '#admin/platform/session-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { $unsent, onAnswer, sendLater, startOutbox } from '#admin/platform/staff-outbox.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { readJson, writeJson } from '#browser/storage.ts';
import { type Packing, type PackingLine, packing, packingList } from '#domain/packing/contract.ts';
import { nameOf, type PiecesSent, withWaiting } from './packing-state.ts';

/** Entries of the outbox that say what was packed. */
export const PIECES = 'packing';
export const PHOTO = 'packing photo';

/** Colleagues pack meanwhile. */
const LIVE_MS = 30_000;

/** The list as this device last saw it. */
function keptList(): { orders: Packing[] } | undefined {
  return packingList.safeParse(readJson(PACKING_KEY)).data;
}

/** The orders to pack. Without a connection those that the device has kept, until somebody signs out. */
export const toPackQuery = queryOptions({
  queryKey: ['/packing'],
  queryFn: async ({ signal }) => {
    try {
      const list = await callStaffApi('GET', '/packing', { schema: packingList, signal });
      writeJson(PACKING_KEY, list);
      return { ...list, isKept: false };
    } catch (error) {
      const kept = error instanceof ApiFailure && (error.status === 0 || error.status >= 500) ? keptList() : undefined;
      if (kept) return { ...kept, isKept: true };
      throw error;
    }
  },
});

/** The packing of one order, by its id. */
export const packingQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['/packing', orderId],
    queryFn: ({ signal }) => callStaffApi('GET', `/packing/${orderId}`, { schema: packing, signal }),
  });

/** The packing of an order that a code names, from the shop. @throws ApiFailure `order_not_found` */
export function findPacking(code: string): Promise<Packing> {
  return callStaffApi('GET', `/packing/${encodeURIComponent(code)}`, { schema: packing });
}

/** Removes a photo that shows something else. */
export async function removePhoto(orderId: string, photoId: string): Promise<void> {
  rememberPacking(await callStaffApi('DELETE', `/packing/${orderId}/photos/${photoId}`, { schema: packing }));
}

/** What the shop says an order is now, in every list of this device, also in the one it keeps. */
export function rememberPacking(now: Packing): void {
  queryClient.setQueryData(packingQuery(now.orderId).queryKey, now);
  const put = (orders: Packing[]) =>
    orders.some(({ orderId }) => orderId === now.orderId)
      ? orders.map((order) => (order.orderId === now.orderId ? now : order))
      : [...orders, now];
  queryClient.setQueryData(toPackQuery.queryKey, (list) => list && { ...list, orders: put(list.orders) });
  const kept = keptList();
  if (kept) writeJson(PACKING_KEY, { orders: put(kept.orders) });
}

for (const kind of [PIECES, PHOTO])
  onAnswer(kind, (_, answer) => {
    const now = packing.safeParse(answer).data;
    if (now) rememberPacking(now);
  });

/** An order with what this device has not sent yet. */
function asOfNow(order: Packing, waiting: OutboxEntry[]): Packing {
  const session = $session.get();
  const sent = waiting.filter(({ kind, refusal, subject }) => kind === PIECES && !refusal && subject === subjectOf(order));
  return withWaiting(
    order,
    sent.map(({ body }) => body as PiecesSent),
    'admin' in session && session.admin ? session.admin.username : '',
  );
}

/** The orders that this device knows, as they are at this moment: a scan is answered by what the one before it has left. */
export function ordersNow(): Packing[] {
  const listed = queryClient.getQueryData(toPackQuery.queryKey)?.orders ?? [];
  return listed.map((order) => asOfNow(order, $unsent.get()));
}

/** The orders to pack, with what this device has not sent yet. */
export function useOrdersToPack() {
  useEffect(startOutbox, []);
  const { data, error, refetch } = useQuery({ ...toPackQuery, refetchInterval: LIVE_MS });
  const waiting = useStore($unsent);
  return { orders: data?.orders.map((order) => asOfNow(order, waiting)), isKept: data?.isKept ?? false, error, refetch };
}

/** The packing of one order as it is now; null while it is not known. Takes its id. */
export function usePacking(orderId: string) {
  useEffect(startOutbox, []);
  const { data, error } = useQuery(packingQuery(orderId));
  const waiting = useStore($unsent);
  return { order: data ? asOfNow(data, waiting) : null, error };
}

/** How many photos of an order this device has not sent yet. */
export function usePhotosWaiting(order: Packing): number {
  return useStore($unsent).filter(({ kind, refusal, subject }) => kind === PHOTO && !refusal && subject === subjectOf(order))
    .length;
}

const subjectOf = ({ orderId }: Packing) => `order ${orderId}`;

/** The part of an entry that says which order it is about. */
const about = (order: Packing) => ({ subject: subjectOf(order), href: `/admin/pack/${order.orderNumber}` });

/** One more piece of a line is in the parcel. @throws Error where the browser keeps nothing */
export function packPiece(order: Packing, line: PackingLine): Promise<void> {
  const key = randomKey();
  const { itemId, variantId } = line;
  const body: PiecesSent = { pieces: [{ key, itemId, variantId, quantity: 1, packedAt: new Date().toISOString() }] };
  return sendLater({
    ...about(order),
    key,
    kind: PIECES,
    what: `${order.orderNumber}: ${nameOf(line)} packed`,
    path: `/packing/${order.orderId}/pieces`,
    body,
  });
}

/** Pieces were taken out again, by their keys. */
export function unpackPieces(order: Packing, name: string, keys: string[]): Promise<void> {
  const body: PiecesSent = { unpacked: keys.map((key) => ({ key, at: new Date().toISOString() })) };
  return sendLater({
    ...about(order),
    key: randomKey(),
    kind: PIECES,
    what: `${order.orderNumber}: ${name} taken out`,
    path: `/packing/${order.orderId}/pieces`,
    body,
  });
}

/** The open parcel was photographed. */
export function sendPhoto(order: Packing, photo: Blob): Promise<void> {
  const key = randomKey();
  return sendLater({
    ...about(order),
    key,
    kind: PHOTO,
    what: `${order.orderNumber}: photo of the parcel`,
    path: `/packing/${order.orderId}/photos`,
    form: { file: photo, key, takenAt: new Date().toISOString() },
  });
}

import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#admin/platform/query-client.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { ApiFailure } from '#browser/api.ts';
import {
  type Inspection,
  type NewGoodsBack,
  type ReceivingWork,
  type ReturnedPieces,
  receivingWork,
  returnedPieces,
} from '#domain/goods-back/contract.ts';
import { findKept, knownOrders, rememberPieces } from './kept-pieces.ts';

/** Parcels arrive and colleagues count them meanwhile. */
const LIVE_MS = 20_000;

/** Parcels that a device learns before anybody scans them. */
const MAX_LEARNT = 25;

export const workQuery = { ...staffQuery('/goods-back/work', receivingWork), refetchInterval: LIVE_MS };

/** Whether nobody answered: not the shop refused, the connection did. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 0 || error.status >= 500);

/** The pieces of the parcel or order with a scanned number. Without a connection as this device last saw them. */
export const scanQuery = (code: string) =>
  queryOptions({
    queryKey: ['/goods-back/scan', { code }],
    queryFn: async ({ signal }): Promise<ReturnedPieces & { isKept: boolean }> => {
      try {
        const pieces = await callStaffApi('GET', '/goods-back/scan', { schema: returnedPieces, query: { code }, signal });
        rememberPieces(pieces);
        return { ...pieces, isKept: false };
      } catch (error) {
        const kept = isUnanswered(error) ? findKept(code) : undefined;
        if (kept) return { ...kept, isKept: true };
        throw error;
      }
    },
  });

/** Has the device know the parcels that are awaited, one after the other, so that they can be counted without a connection. */
export async function learnAwaited(awaited: ReceivingWork['awaited']): Promise<void> {
  const known = knownOrders();
  for (const { orderId, orderNumber } of awaited.slice(0, MAX_LEARNT)) {
    if (known.has(orderId)) continue;
    try {
      await queryClient.fetchQuery(scanQuery(orderNumber));
    } catch {
      return; // whoever scans it asks again
    }
  }
}

/** Receives pieces, once per key. */
export function postGoodsBack(body: Partial<NewGoodsBack>) {
  return callStaffApi('POST', '/goods-back', { body, schema: returnedPieces });
}

/** Decides about pieces to inspect, once per key. */
export function postInspection(id: string, body: Partial<Inspection>) {
  return callStaffApi('POST', `/goods-back/${id}/inspection`, { body, schema: returnedPieces });
}

import * as z from 'zod';
import { labelPath } from '#domain/orders/page-link.ts';
import {
  askedSum,
  loadSheet,
  type PrintedLabel,
  type PrintedParcels,
  parcelLabel,
  type SaidSums,
  shipmentPapers,
} from '#domain/shipments/labels.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { tryEach } from '#server/try-each.ts';

const printed = parcelLabel.omit({ link: true }).extend({ key: z.string() });

/** Labels of parcels, each written down as printed; a refused one does not stop the others. `actor` is the staff member's id. */
export async function printLabels(db: ShopDatabase, { shipmentIds }: PrintedParcels, actor: string): Promise<PrintedLabel[]> {
  const outcomes = await tryEach(shipmentIds, async (id) => {
    const { key, ...label } = await callFunction(db, 'print_label', { shipment_id: id, actor }, printed);
    return { ...label, link: new URL(labelPath(label.orderNumber, key, label.version), env.URL).href };
  });
  return outcomes.map(({ item, result, refusal }) => ({ id: item, label: result, refusal }));
}

/** What a rider signs for, without parcels that are over. */
export function readLoadSheet(db: ShopDatabase, { shipmentIds }: PrintedParcels) {
  return callFunction(db, 'load_sheet', { shipment_ids: shipmentIds }, loadSheet);
}

/** What stands on paper about a parcel. @throws ApiError `shipment_not_found` */
export function readPapers(db: ShopDatabase, id: string) {
  return callFunction(db, 'shipment_papers', { shipment_id: id }, shipmentPapers);
}

/**
 * Says what each parcel of an order collects, by one of its shipments. Returns what stands on paper about that one.
 * @throws ApiError `shipment_not_found`, `parcel_over`, `parcel_booked`, `edited_meanwhile`, `validation_failed`
 */
export function setParcelSums(db: ShopDatabase, id: string, said: SaidSums, actor: string) {
  return callFunction(db, 'set_parcel_sums', { shipment_id: id, said, actor }, shipmentPapers);
}

/** Riders who asked for another sum than was due, and nobody has seen to it, the latest first. */
export function listAskedSums(db: ShopDatabase) {
  return callFunction(db, 'open_asked_sums', {}, z.array(askedSum));
}

/** Notes that staff have seen to it. Returns those that are left. @throws ApiError `shipment_not_found` */
export function settleAskedSum(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'settle_asked_sum', { shipment_id: id, actor }, z.array(askedSum));
}

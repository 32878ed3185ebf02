import * as z from 'zod';
import { bookingFile } from '#domain/couriers/booking-file.ts';
import { booking, fileMapping, type PortalAnswer, type PortalFile, portalFile, portalWork } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { tryEach } from '#server/try-each.ts';
import { parcelToBook } from './book-parcel.ts';

const taken = z.object({
  courier: z.string(),
  fileMapping,
  parcels: z.array(parcelToBook),
  left: portalFile.shape.left,
});

const settled = booking.extend({ isSame: z.boolean() });

/** What waits for the portals of couriers that work by files. */
export function listPortalWork(db: ShopDatabase) {
  return callFunction(db, 'portal_work', {}, z.array(portalWork));
}

/** The file of booked parcels for a courier’s portal, in its columns. @throws ApiError `courier_not_found`, `not_allowed` without the right to see contacts */
export async function takePortalFile(db: ShopDatabase, courierId: string, again: boolean, actor: string): Promise<PortalFile> {
  const args = { courier_id: courierId, again, actor };
  const { courier, fileMapping: mapping, parcels, left } = await callFunction(db, 'take_portal_file', args, taken);
  const name = `${courier.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}-${new Date().toISOString().slice(0, 10)}.csv`;
  return { name, csv: bookingFile(mapping, parcels), parcels: parcels.length, left };
}

/** Gives bookings the tracking numbers of a portal, or with `preview` says what would be; a refused one does not stop the others. */
export async function settleByPortal(db: ShopDatabase, courierId: string, { parcels, preview }: PortalAnswer, actor: string) {
  const outcomes = await tryEach(parcels, ({ reference, trackingNumber }) =>
    callFunction(
      db,
      'settle_by_reference',
      { courier_id: courierId, reference, tracking_number: trackingNumber, actor, preview },
      settled,
    ),
  );
  return outcomes.map(({ item, result, refusal }) => ({
    reference: item.reference,
    booking: result,
    isSame: result?.isSame ?? false,
    refusal,
  }));
}

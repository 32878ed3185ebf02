import * as z from 'zod';
import { bookingFile } from '#domain/couriers/booking-file.ts';
import { booking, fileMapping, type PortalAnswer, type PortalFile, portalFile, portalWork } from '#domain/couriers/contract.ts';
import { contradicting } from '#domain/couriers/portal-answer.ts';
import { trackingKey } from '#domain/couriers/tracking-number.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { tryEach } from '#server/try-each.ts';
import { parcelToBook } from './book-parcel.ts';

const taken = z.object({
  courier: z.string(),
  fileMapping,
  parcels: z.array(parcelToBook),
  left: portalFile.shape.left,
});

type PortalLine = PortalAnswer['parcels'][number];

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

/**
 * Gives bookings the tracking numbers of a portal, or with `preview` says what would be; a refused one does not stop the others. Lines that contradict each other
 * (one parcel with two numbers, under whatever name, or one number for two parcels) are refused together.
 */
export async function settleByPortal(db: ShopDatabase, courierId: string, { parcels, preview }: PortalAnswer, actor: string) {
  const settle = (isPreview: boolean) => (line: PortalLine) => {
    const given = { reference: line.reference, tracking_number: line.trackingNumber };
    return callFunction(db, 'settle_by_reference', { courier_id: courierId, ...given, actor, preview: isPreview }, settled);
  };
  const found = await tryEach(parcels, settle(true));
  const refused = contradicting(
    found.map(({ item, result }) => ({
      parcel: result?.id ?? item.reference.toUpperCase(),
      number: trackingKey(item.trackingNumber),
    })),
  );
  const clear = found.filter((_, at) => !refused.has(at));
  const done = preview
    ? clear
    : await tryEach(
        clear.map(({ item }) => item),
        settle(false),
      );
  const outcomes = new Map(clear.map(({ item }, at) => [item, done[at]]));
  const contradiction = new ApiError('portal_lines_contradict');
  return parcels.map((item) => {
    const { result = null, refusal = { code: contradiction.code, message: contradiction.message } } = outcomes.get(item) ?? {};
    return { reference: item.reference, booking: result, isSame: result?.isSame ?? false, refusal };
  });
}

import * as z from 'zod';
import { photoTarget } from '#domain/catalog/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** The products on sale that have these SKUs, and the file names of the photos that they show. */
export function findPhotoTargets(db: ShopDatabase, skus: string[]) {
  return callFunction(db, 'find_photo_targets', { skus }, z.array(photoTarget));
}

import * as z from 'zod';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { pathOf, removePhotos } from '#server/photos/photo-storage.ts';

/** Continues after the answer. */
export type WaitUntil = (work: Promise<unknown>) => void;

const found = z.array(z.object({ name: z.string() }));

/** Removes photos that were never sent with a review, or that no review has any more. Rows go last, so that what fails is tried again. */
export async function removeUnusedPhotos(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'unused_review_photos', {}, found)).map(({ name }) => name);
  if (names.length === 0) return;
  await removePhotos(names.map(pathOf));
  await run(db.from('review_photos').delete().in('name', names).is('review_id', null).select('name'));
}

/**
 * What was uploaded to the demo: two photos of a product that shows one of them, and one that came with a review and waits with it. Stored when the history
 * is there, because the storage takes files at their own time.
 */
import { readFile } from 'node:fs/promises';
import { callFunction } from '#server/database/calls.ts';
import { networkOf } from '#server/network.ts';
import { ROOT } from '../settings.ts';

const NATH = '68f0a1000000000000000231';
const FIRST = '/media/products/kundan-bridal-nath.webp';
const SECOND = 'kundan-bridal-nath-2.webp';
const UNUSED = 'pearl-matha-tikka-2.webp';

const REVIEWED = '68f0a1000000000000000203';
const REVIEW = {
  userName: 'Dania, Islamabad',
  rating: 4,
  comment: 'Prettier than in the pictures. One of the hooks is a little loose, see the photo.',
};
const WORN = 'ruby-chandelier-earrings-worn.webp';
/** The hash of no token: only staff edit this review. */
const TOKEN_HASH = 'd'.repeat(64);

const fileOf = async (name: string) =>
  new File([await readFile(`${ROOT}public/media/products/${name}`)], name, { type: 'image/webp' });

/** Stores them, and what shows them. Takes the id of who of the staff uploads. */
export async function leavePhotos(actor: string): Promise<void> {
  // They read their settings from the environment, which is complete only now.
  const [{ serviceSupabase: db }, { uploadPhotos }, { uploadReviewPhoto }] = await Promise.all([
    import('#server/database/service-client.ts'),
    import('#server/photos/upload-photos.ts'),
    import('#server/photos/upload-review-photo.ts'),
  ]);
  const files = await Promise.all([SECOND, UNUSED].map(fileOf));
  const [second] = await uploadPhotos(db, { files, folder: 'products' }, actor);
  const fields = { images: [FIRST, second?.secure_url ?? `/media/products/${SECOND}`] };
  await callFunction(db, 'edit_product', { product_id: NATH, fields, expected_version: null, actor });

  const photo = await uploadReviewPhoto(db, await fileOf(WORN), networkOf('127.0.0.1'));
  await callFunction(db, 'add_review', {
    product_id: REVIEWED,
    review: { ...REVIEW, photos: [photo.id] },
    token_hash: TOKEN_HASH,
  });
}

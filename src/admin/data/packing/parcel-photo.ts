import { shrinkPhoto } from '#browser/shrink-photo.ts';

/** Enough to count the pieces. */
const MAX_SIDE = 1_280;

/** What a weak line carries in a few seconds. */
const MAX_BYTES = 80_000;

/** A photo of the open parcel as it is sent: redrawn smaller, upright and without metadata, until it is small enough. */
export async function shrinkParcelPhoto(file: File): Promise<Blob> {
  let drawn: Blob = file;
  for (const side of [MAX_SIDE, 1_024, 800, 640]) {
    drawn = await shrinkPhoto(file, { maxSide: side, maxBytes: 0 });
    if (drawn.size <= MAX_BYTES) break;
  }
  return drawn;
}

import type { Photo } from '#shared/schemas/photos.ts';

/** What a photo is called: the file it was, or where that is not known its own name. */
export function nameOf({ fileName, name }: Photo): string {
  return fileName || name;
}

import { atom } from 'nanostores';
import { photoQueue } from '#admin/photos/use-uploads.ts';
import type { StoredPhoto } from '#shared/schemas/upload.ts';

/** A photo that was uploaded here, and the file it was. */
export interface UploadedPhoto extends StoredPhoto {
  fileName: string;
}

/** The photos uploaded since the back office was opened, newest first. Other screens may be looked at meanwhile. */
export const $uploaded = atom<UploadedPhoto[]>([]);

/** Those on their way: they go on, whichever screen is shown. */
export const mediaQueue = photoQueue((photo, file) => $uploaded.set([{ ...photo, fileName: file.name }, ...$uploaded.get()]));

export function forgetPhoto(name: string): void {
  $uploaded.set($uploaded.get().filter((photo) => photo.name !== name));
}

import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { ApiFailure } from '#browser/api.ts';
import type { StoredPhoto } from '#shared/schemas/photos.ts';
import { sendPhoto } from './send-photo.ts';
import { type Upload, type UploadQueue, uploadQueue } from './upload-queue.ts';

/** A queue of photos that sends to the shop. */
export function photoQueue(onStored: (photo: StoredPhoto, file: File) => void): UploadQueue {
  return uploadQueue({ send: sendPhoto, onStored, reasonOf });
}

/** The server's words; else whether the shop did not answer or something went wrong on this side. */
function reasonOf(error: unknown): string {
  return failureText(error, error instanceof ApiFailure ? 'Upload failed' : 'Upload error');
}

export interface Uploads extends UploadQueue {
  uploads: Upload[];
  /** True while photos are on their way. */
  isBusy: boolean;
}

/** The photos being sent from a form. What is still on its way when the form goes is broken off. */
export function useUploads(onStored: (photo: StoredPhoto) => void): Uploads {
  const latest = useRef(onStored);
  latest.current = onStored;
  const [queue] = useState(() => photoQueue((photo) => latest.current(photo)));
  const uploads = useStore(queue.$uploads);

  useEffect(() => () => queue.drop(), [queue]);

  return { ...queue, uploads, isBusy: uploads.some(({ state }) => state !== 'failed') };
}

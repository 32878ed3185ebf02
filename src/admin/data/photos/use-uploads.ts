import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { ApiFailure } from '#browser/api.ts';
import type { StoredPhoto } from '#domain/photos/contract.ts';
import { sendPhoto } from './send-photo.ts';
import { type UploadQueue, uploadQueue } from './upload-queue.ts';

/** A queue that uploads photos to the shop. */
export function photoQueue(onStored: (photo: StoredPhoto, file: File) => void): UploadQueue {
  return uploadQueue({
    send: sendPhoto,
    onStored,
    reasonOf: (error) => failureText(error, error instanceof ApiFailure ? 'Upload failed' : 'Upload error'),
  });
}

export interface Uploads {
  queue: UploadQueue;
  /** True while photos are being uploaded. */
  isBusy: boolean;
}

/** The uploads of a form. They are cancelled when the form closes. */
export function useUploads(onStored: (photo: StoredPhoto) => void): Uploads {
  const latest = useRef(onStored);
  latest.current = onStored;
  const [queue] = useState(() => photoQueue((photo) => latest.current(photo)));
  const uploads = useStore(queue.$uploads);

  useEffect(() => () => queue.cancel(), [queue]);

  return { queue, isBusy: uploads.some(({ state }) => state !== 'failed') };
}

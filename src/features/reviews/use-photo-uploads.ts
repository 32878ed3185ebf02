import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { chosenPictures } from '#browser/chosen-pictures.ts';
import { MAX_REVIEW_PHOTO_SIDE, MAX_REVIEW_PHOTOS } from '#domain/reviews/contract.ts';
import { postReviewPhoto } from './reviews-api.ts';

/** A chosen photo: on its way, or kept by the shop under an id. */
export interface ChosenPhoto {
  /** Address of what is shown of it meanwhile. */
  preview: string;
  fileName: string;
  id?: string;
}

export interface PhotoUploads {
  photos: ChosenPhoto[];
  isSending: boolean;
  /** Why the last one was not taken; empty when all were. */
  complaint: string;
  add(files: File[]): void;
  remove(photo: ChosenPhoto): void;
}

/** Sends photos as they are chosen, drawn small by this browser first, one after the other. What is left of them goes with the form. */
export function usePhotoUploads(): PhotoUploads {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const [complaint, setComplaint] = useState('');
  const queue = useRef(Promise.resolve());
  const previews = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const without = (preview: string) => setPhotos((now) => now.filter((other) => other.preview !== preview));

  const add = (files: File[]) => {
    const room = MAX_REVIEW_PHOTOS - photos.length;
    const chosen = chosenPictures(files);
    setComplaint(chosen.complaint || (chosen.pictures.length > room ? `At most ${MAX_REVIEW_PHOTOS} photos` : ''));
    for (const file of chosen.pictures.slice(0, room)) {
      const preview = URL.createObjectURL(file);
      previews.current.add(preview);
      setPhotos((now) => [...now, { preview, fileName: file.name }]);
      queue.current = queue.current.then(async () => {
        try {
          const { id } = await send(file);
          setPhotos((now) => now.map((other) => (other.preview === preview ? { ...other, id } : other)));
        } catch (failure) {
          console.warn('A photo was not taken', failure);
          without(preview);
          setComplaint(failure instanceof ApiFailure ? `${file.name}: ${failure.message}` : `${file.name} cannot be read`);
        }
      });
    }
  };

  return {
    photos,
    isSending: photos.some(({ id }) => !id),
    complaint,
    add,
    remove: ({ preview }) => {
      setComplaint('');
      without(preview);
    },
  };
}

/** Always drawn anew, so that the place where it was taken does not leave the device. */
async function send(file: File) {
  const { shrinkPhoto } = await import('#browser/shrink-photo.ts');
  return postReviewPhoto(await shrinkPhoto(file, { maxSide: MAX_REVIEW_PHOTO_SIDE, maxBytes: 0 }), file.name);
}
